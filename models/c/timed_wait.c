/* truth: safe, expect: safe -- timed wait */
#include <pthread.h>
#include <time.h>
#include <errno.h>
#include <assert.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready, used;
static void *waiter(void *p)
{
    struct timespec ts;
    clock_gettime(CLOCK_REALTIME, &ts);
    ts.tv_sec += 1;
    pthread_mutex_lock(&m);
    int rc = 0;
    while (!ready && rc == 0)
        rc = pthread_cond_timedwait(&c, &m, &ts);
    if (rc == 0) {
        assert(ready);
        used++;
    }
    pthread_mutex_unlock(&m);
    return p;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, waiter, 0);
    pthread_mutex_lock(&m);
    ready = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    assert(used <= 1);
    return 0;
}
