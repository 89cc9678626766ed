/* truth: unsafe, expect: unsafe -- size t below zero */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
static size_t free_slots = 2;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *w(void *a)
{
    pthread_mutex_lock(&m);
    free_slots--;
    bool ok = free_slots < 100;
    pthread_mutex_unlock(&m);
    assert(ok);
    return a;
}

int main(int argc, char **argv)
{
    (void)argv;
    pthread_t t;
    for (int i = 0; i < argc; i++)
        pthread_create(&t, NULL, w, NULL);
    pthread_join(t, NULL);
    return 0;
}
