/* truth: safe, expect: safe -- readers preferred */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
static int readers;
static bool writing;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ok = PTHREAD_COND_INITIALIZER;
static int data, copy;

static void rlock(void)
{
    pthread_mutex_lock(&m);
    while (writing)
        pthread_cond_wait(&ok, &m);
    ++readers;
    pthread_mutex_unlock(&m);
}

static void runlock(void)
{
    pthread_mutex_lock(&m);
    if (--readers == 0)
        pthread_cond_signal(&ok);
    pthread_mutex_unlock(&m);
}

static void wlock(void)
{
    pthread_mutex_lock(&m);
    while (writing || readers > 0)
        pthread_cond_wait(&ok, &m);
    writing = true;
    pthread_mutex_unlock(&m);
}

static void wunlock(void)
{
    pthread_mutex_lock(&m);
    writing = false;
    pthread_cond_broadcast(&ok);
    pthread_mutex_unlock(&m);
}

static void *rd(void *a)
{
    rlock();
    assert(data == copy);
    runlock();
    return a;
}

static void *wr(void *a)
{
    wlock();
    data++;
    copy++;
    wunlock();
    return a;
}

int main(void)
{
    pthread_t t[4];
    for (int i = 0; i < 4; i++)
        pthread_create(&t[i], NULL, i < 2 ? rd : wr, NULL);
    for (int i = 0; i < 4; i++)
        pthread_join(t[i], NULL);
    assert(data == 2);
    return 0;
}
