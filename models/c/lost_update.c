// lost_update.c: the same without the mutex: an update can get lost; truth: unsafe; expect: unsafe
#include <assert.h>
#include <pthread.h>

static int counter = 0;

static void *add_one(void *arg)
{
    (void)arg;
    counter++;
    return NULL;
}

int main(void)
{
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, add_one, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    assert(counter == 2);
    return 0;
}
