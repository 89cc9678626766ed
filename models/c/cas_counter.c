// cas_counter.c: a counter kept by compare-and-swap loses nothing; truth: safe; expect: safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int value;

static void *add(void *arg)
{
    int old = atomic_load(&value);
    while (!atomic_compare_exchange_weak(&value, &old, old + 1))
        ;
    return arg;
}

int main(void)
{
    pthread_t t[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, add, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    assert(atomic_load(&value) == 3);
    return 0;
}
