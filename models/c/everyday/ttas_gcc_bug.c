/* truth: unsafe, expect: unsafe -- test and then set */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int guard;
static int inside;

static void lock(int *l)
{
    while (__atomic_load_n(l, __ATOMIC_ACQUIRE))
        ;
    __atomic_store_n(l, 1, __ATOMIC_RELEASE);
}

static void unlock(int *l) { __atomic_store_n(l, 0, __ATOMIC_RELEASE); }

static void *work(void *arg)
{
    lock(&guard);
    int n = __atomic_add_fetch(&inside, 1, __ATOMIC_SEQ_CST);
    assert(n == 1);
    __atomic_sub_fetch(&inside, 1, __ATOMIC_SEQ_CST);
    unlock(&guard);
    return arg;
}

int main(int argc, char **argv)
{
    int i, n = argc > 1 ? atoi(argv[1]) : 2;
    pthread_t t[n];
    for (i = 0; i < n; i++)
        pthread_create(&t[i], NULL, work, NULL);
    for (i = 0; i < n; i++)
        pthread_join(t[i], NULL);
    return 0;
}
