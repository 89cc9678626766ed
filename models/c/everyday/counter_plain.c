/* truth: unsafe -- counter plain */
#include <assert.h>
#include <pthread.h>
static int c;

static void *w(void *a)
{
    for (int i = 0; i < 100; i++)
        c++;
    return a;
}

int main(void)
{
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], 0, w, 0);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
    assert(c == 200);
    return 0;
}
