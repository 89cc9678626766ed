/* truth: safe, expect: safe -- trylock busy */
#include <pthread.h>
#include <assert.h>
#include <errno.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int busy;
static void *w(void *p) {
    int rc = pthread_mutex_trylock(&m);
    if (rc == EBUSY)
        return p;
    assert(rc == 0);
    assert(!busy);
    busy = 1;
    busy = 0;
    pthread_mutex_unlock(&m);
    return p;
}
int main(int c, char **v) {
    pthread_t t;
    (void)v;
    for (int i = 0; i < c; i++)
        if (pthread_create(&t, 0, w, 0)) return 1;
    return 0;
}
