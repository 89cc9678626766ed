/* truth: unsafe, expect: unsafe -- byte below zero */
#include <assert.h>
#include <pthread.h>
static unsigned char n;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *w(void *a)
{
    pthread_mutex_lock(&m);
    n -= 1;
    assert(n < 200);
    pthread_mutex_unlock(&m);
    return a;
}

int main(void)
{
    pthread_t a, b;
    n = 1;
    pthread_create(&a, 0, w, 0);
    pthread_create(&b, 0, w, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
