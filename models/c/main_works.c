// main_works.c: main does its part of the work itself; truth: safe; expect: safe
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int busy, done;

static void *work(void *arg)
{
    pthread_mutex_lock(&m);
    assert(busy == 0);
    busy = 1;
    done++;
    busy = 0;
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    work(NULL);
    pthread_join(t, NULL);
    assert(done == 2);
    return 0;
}
