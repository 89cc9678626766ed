// rwlock.c: readers see both halves of an update, or none; truth: safe; expect: safe
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int first, second;

static void *reader(void *arg)
{
    pthread_rwlock_rdlock(&lock);
    int a = first, b = second;
    pthread_rwlock_unlock(&lock);
    assert(a == b);
    return arg;
}

static void *writer(void *arg)
{
    pthread_rwlock_wrlock(&lock);
    first = 1 - first;
    second = 1 - second;
    pthread_rwlock_unlock(&lock);
    return arg;
}

int main(void)
{
    pthread_t r[3], w[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&w[i], NULL, writer, NULL);
    for (int i = 0; i < 3; i++)
        pthread_create(&r[i], NULL, reader, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(r[i], NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(w[i], NULL);
    return 0;
}
