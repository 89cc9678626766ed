/* truth: safe, expect: safe -- timed wait flag */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <time.h>

static pthread_mutex_t mu = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cv = PTHREAD_COND_INITIALIZER;
static bool done;
static int result;

static void *worker(void *arg)
{
    (void)arg;
    pthread_mutex_lock(&mu);
    result = 7;
    done = true;
    pthread_cond_signal(&cv);
    pthread_mutex_unlock(&mu);
    return NULL;
}

int main(void)
{
    pthread_t t;
    struct timespec ts;
    int rc = 0;

    pthread_create(&t, NULL, worker, NULL);
    clock_gettime(CLOCK_REALTIME, &ts);
    ts.tv_sec += 5;

    pthread_mutex_lock(&mu);
    while (!done && rc == 0)
        rc = pthread_cond_timedwait(&cv, &mu, &ts);
    if (done)
        assert(result == 7);
    else
        assert(rc == ETIMEDOUT);
    pthread_mutex_unlock(&mu);
    pthread_join(t, NULL);
    return 0;
}
