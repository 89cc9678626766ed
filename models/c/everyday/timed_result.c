/* truth: safe, expect: safe -- timed result */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static bool done;
static int result;

static void *w(void *a)
{
    (void)a;
    pthread_mutex_lock(&m);
    result = 17;
    done = true;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    return NULL;
}

int main(void)
{
    pthread_t t;
    struct timespec ts;
    pthread_create(&t, NULL, w, NULL);
    clock_gettime(CLOCK_REALTIME, &ts);
    ts.tv_sec += 1;
    int rc = 0;
    pthread_mutex_lock(&m);
    while (!done && rc != ETIMEDOUT)
        rc = pthread_cond_timedwait(&c, &m, &ts);
    if (done)
        assert(result == 17);
    else
        printf("timeout\n");
    pthread_mutex_unlock(&m);
    pthread_join(t, NULL);
    assert(result == 17);
    return 0;
}
