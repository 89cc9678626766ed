/* truth: safe -- rwlock posix */
#include <assert.h>
#include <pthread.h>
static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static int x, y;

static void *rd(void *a)
{
    pthread_rwlock_rdlock(&rw);
    assert(x == y);
    pthread_rwlock_unlock(&rw);
    return a;
}

static void *wr(void *a)
{
    pthread_rwlock_wrlock(&rw);
    x++;
    y++;
    pthread_rwlock_unlock(&rw);
    return a;
}

int main(int argc, char **argv)
{
    (void)argv;
    pthread_t t;
    for (int i = 0; i < argc; i++) {
        pthread_create(&t, 0, i % 2 ? rd : wr, 0);
    }
    return 0;
}
