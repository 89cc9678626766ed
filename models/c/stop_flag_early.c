// stop_flag_early.c: main does not wait for the workers; truth: unsafe; expect: unsafe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

static atomic_bool stop;
static bool gone;

static void *worker(void *arg)
{
    while (!atomic_load(&stop))
        assert(!gone);
    return arg;
}

int main(void)
{
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, worker, NULL);
    atomic_store(&stop, true);
    gone = true;
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    return 0;
}
