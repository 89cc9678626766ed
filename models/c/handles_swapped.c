// handles_swapped.c: handles change places, then the wrong one is joined by a wrapper; truth: unsafe; expect: unsafe
#include <assert.h>
#include <pthread.h>
static volatile int done[2];
static void *work(void *arg)
{
    done[(long)arg] = 1;
    return 0;
}
static void xjoin(pthread_t h)
{
    pthread_t u = h;
    pthread_join(u, 0);
}
int main(void)
{
    pthread_t t[2], s;
    for (long i = 0; i < 2; i++)
        pthread_create(&t[i], 0, work, (void *)i);
    s = t[0];
    t[0] = t[1];
    t[1] = s;
    xjoin(t[0]);
    assert(done[0]);
    return 0;
}
