/* truth: safe, expect: safe -- a lock, and two atomic counters that are only added to: each has a ghost in the witness */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int begun, left = 3;
static int inside;

static void *worker(void *arg)
{
    begun++;
    pthread_mutex_lock(&m);
    inside = 1;
    assert(inside == 1);
    inside = 0;
    pthread_mutex_unlock(&m);
    atomic_fetch_sub(&left, 1);
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(atomic_load(&begun) == 2 && left == 1);
    return 0;
}
