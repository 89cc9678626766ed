/* truth: unsafe, expect: unsafe -- cancel flag */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
static bool cancelled;
static int steps;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *w(void *a)
{
    for (int i = 0; i < 5; i++) {
        pthread_mutex_lock(&m);
        bool c = cancelled;
        pthread_mutex_unlock(&m);
        if (c)
            return a;
        pthread_mutex_lock(&m);
        assert(!cancelled);
        steps++;
        pthread_mutex_unlock(&m);
    }
    return a;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, w, 0);
    pthread_mutex_lock(&m);
    cancelled = true;
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    return 0;
}
