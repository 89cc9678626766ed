/* truth: unsafe, expect: unsafe -- a time-out taken for success */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <time.h>

static pthread_mutex_t mu = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cv = PTHREAD_COND_INITIALIZER;
static bool done;
static int result;

static void *worker(void *arg)
{
    pthread_mutex_lock(&mu);
    result = 7;
    done = true;
    pthread_cond_signal(&cv);
    pthread_mutex_unlock(&mu);
    return arg;
}

int main(void)
{
    pthread_t t;
    struct timespec ts;
    int rc = 0;

    pthread_create(&t, NULL, worker, NULL);
    clock_gettime(CLOCK_REALTIME, &ts);
    ts.tv_sec += 1;
    pthread_mutex_lock(&mu);
    while (!done && rc == 0)
        rc = pthread_cond_timedwait(&cv, &mu, &ts);
    pthread_mutex_unlock(&mu);
    assert(result == 7);
    pthread_join(t, NULL);
    return 0;
}
