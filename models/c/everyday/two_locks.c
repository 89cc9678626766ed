/* truth: unsafe, expect: unsafe -- two locks */
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t la = PTHREAD_MUTEX_INITIALIZER, lb = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *t1(void *a)
{
    pthread_mutex_lock(&la);
    int v = x;
    x = v + 1;
    pthread_mutex_unlock(&la);
    return a;
}

static void *t2(void *a)
{
    pthread_mutex_lock(&lb);
    int v = x;
    x = v + 1;
    pthread_mutex_unlock(&lb);
    return a;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, t1, 0);
    pthread_create(&b, 0, t2, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(x == 2);
    return 0;
}
