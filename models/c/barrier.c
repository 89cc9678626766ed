// barrier.c: nobody is in the second phase before all have done the first; truth: safe; expect: safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define THREADS 3

static pthread_barrier_t barrier;
static atomic_int arrived;

static void *worker(void *arg)
{
    atomic_fetch_add(&arrived, 1);
    pthread_barrier_wait(&barrier);
    assert(atomic_load(&arrived) == THREADS);
    return arg;
}

int main(void)
{
    pthread_t t[THREADS];
    pthread_barrier_init(&barrier, NULL, THREADS);
    for (int i = 0; i < THREADS; i++)
        pthread_create(&t[i], NULL, worker, NULL);
    for (int i = 0; i < THREADS; i++)
        pthread_join(t[i], NULL);
    pthread_barrier_destroy(&barrier);
    return 0;
}
