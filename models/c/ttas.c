// ttas.c: a test-and-test-and-set lock for as many threads as asked for; truth: safe; expect: safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

static atomic_bool held;
static int inside;

static void acquire(void)
{
    for (;;) {
        while (atomic_load(&held))
            ;
        if (!atomic_exchange(&held, true))
            return;
    }
}

static void release(void) { atomic_store(&held, false); }

static void *worker(void *arg)
{
    (void)arg;
    for (int round = 0; round < 1000; round++) {
        acquire();
        inside = inside + 1;
        assert(inside == 1);
        inside = inside - 1;
        release();
    }
    return NULL;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 4;
    pthread_t *threads = malloc(n * sizeof *threads);
    for (int i = 0; i < n; i++)
        pthread_create(&threads[i], NULL, worker, NULL);
    for (int i = 0; i < n; i++)
        pthread_join(threads[i], NULL);
    free(threads);
    return 0;
}
