/* truth: unsafe, expect: unsafe -- one of the two looks before the barrier */
#include <assert.h>
#include <pthread.h>

static pthread_barrier_t both;
static int done;

static void *early(void *arg)
{
    assert(done == 0);
    pthread_barrier_wait(&both);
    assert(done == 1);
    return arg;
}

static void *worker(void *arg)
{
    done = 1;
    pthread_barrier_wait(&both);
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_barrier_init(&both, NULL, 2);
    pthread_create(&a, NULL, early, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
