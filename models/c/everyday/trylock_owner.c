/* truth: safe, expect: safe -- trylock owner */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
static pthread_mutex_t mtx = PTHREAD_MUTEX_INITIALIZER;
static int owner;
static int misses;

static void *worker(void *arg)
{
    int me = (int)(long)arg;
    int rc = pthread_mutex_trylock(&mtx);
    if (rc == EBUSY) {
        __sync_fetch_and_add(&misses, 1);
        return NULL;
    }
    assert(rc == 0);
    owner = me;
    assert(owner == me);
    owner = 0;
    pthread_mutex_unlock(&mtx);
    return NULL;
}

int main(int argc, char **argv)
{
    (void)argv;
    for (long i = 1; i <= argc; i++) {
        pthread_t t;
        pthread_create(&t, NULL, worker, (void *)i);
    }
    return 0;
}
