// readers_counted.c: a reader-writer lock made of a mutex and a count; truth: safe; expect: safe
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER, resource = PTHREAD_MUTEX_INITIALIZER;
static int readers;
static int writing;

static void *reader(void *arg)
{
    pthread_mutex_lock(&gate);
    readers++;
    if (readers == 1)
        pthread_mutex_lock(&resource);
    pthread_mutex_unlock(&gate);

    assert(!writing);

    pthread_mutex_lock(&gate);
    readers--;
    if (readers == 0)
        pthread_mutex_unlock(&resource);
    pthread_mutex_unlock(&gate);
    return arg;
}

static void *writer(void *arg)
{
    pthread_mutex_lock(&resource);
    writing = 1;
    writing = 0;
    pthread_mutex_unlock(&resource);
    return arg;
}

int main(void)
{
    pthread_t r[2], w[2];
    for (int i = 0; i < 2; i++) {
        pthread_create(&r[i], NULL, reader, NULL);
        pthread_create(&w[i], NULL, writer, NULL);
    }
    for (int i = 0; i < 2; i++) {
        pthread_join(r[i], NULL);
        pthread_join(w[i], NULL);
    }
    return 0;
}
