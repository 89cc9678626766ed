// stop_flag.c: main stops the workers and then takes away what they work on; truth: safe; expect: safe
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
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    gone = true;
    return 0;
}
