/* truth: unsafe, expect: unsafe -- int8 counter */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static int8_t level;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *w(void *a)
{
    for (int i = 0; i < 70; i++) {
        pthread_mutex_lock(&m);
        level = (int8_t)(level + 1);
        assert(level > 0);
        pthread_mutex_unlock(&m);
    }
    return a;
}

int main(void)
{
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], 0, w, 0);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
    return 0;
}
