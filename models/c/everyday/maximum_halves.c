/* truth: safe, expect: safe -- maximum halves */
#include <assert.h>
#include <pthread.h>
static int a[4] = {3, 9, 2, 7};
static int best = -1;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *w(void *p)
{
    size_t half = (size_t)p;
    int local = -1;
    for (size_t i = half * 2; i < half * 2 + 2; i++)
        if (a[i] > local)
            local = a[i];
    pthread_mutex_lock(&m);
    if (local > best)
        best = local;
    pthread_mutex_unlock(&m);
    return NULL;
}

int main(void)
{
    pthread_t t[2];
    for (size_t i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, w, (void *)i);
    for (size_t i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    assert(best == 9);
    return 0;
}
