// ttas_race.c: tests and sets in two steps, so two threads can enter; truth: unsafe; expect: unsafe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int held;
static atomic_int inside;

static void *worker(void *arg)
{
    (void)arg;
    while (1) {
        while (atomic_load(&held) == 1)
            ;
        atomic_store(&held, 1);
        atomic_fetch_add(&inside, 1);
        assert(atomic_load(&inside) <= 1);
        atomic_fetch_sub(&inside, 1);
        atomic_store(&held, 0);
    }
    return NULL;
}

int main(void)
{
    pthread_t t[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, worker, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    return 0;
}
