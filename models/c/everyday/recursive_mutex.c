/* truth: safe, expect: safe -- recursive mutex */
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m;
static int depth_count;

static void inner(void)
{
    pthread_mutex_lock(&m);
    depth_count++;
    pthread_mutex_unlock(&m);
}

static void outer(void)
{
    pthread_mutex_lock(&m);
    int before = depth_count;
    inner();
    assert(depth_count == before + 1);
    pthread_mutex_unlock(&m);
}

static void *w(void *a)
{
    outer();
    return a;
}

int main(void)
{
    pthread_mutexattr_t at;
    pthread_mutexattr_init(&at);
    pthread_mutexattr_settype(&at, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&m, &at);
    pthread_mutexattr_destroy(&at);
    pthread_t t[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, w, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    return 0;
}
