/* truth: safe -- main stops */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <unistd.h>
static atomic_bool running = true;
static long iterations;
static bool finished;

static void *spin(void *arg)
{
    (void)arg;
    while (atomic_load_explicit(&running, memory_order_relaxed)) {
        iterations++;
        usleep(1000);
    }
    finished = true;
    return NULL;
}

int main(void)
{
    pthread_t tid;
    if (pthread_create(&tid, NULL, spin, NULL) != 0)
        return 1;
    sleep(1);
    atomic_store(&running, false);
    pthread_join(tid, NULL);
    assert(finished);
    printf("%ld iterations\n", iterations);
    return 0;
}
