/* truth: safe, expect: safe -- histogram */
#include <assert.h>
#include <pthread.h>
#define BUCKETS 4
#define THREADS 2
static int hist[BUCKETS];
static pthread_mutex_t locks[BUCKETS] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
                                         PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

static void *w(void *arg)
{
    int seed = (int)(long)arg;
    for (int i = 0; i < 4; i++) {
        int b = (i + seed) % BUCKETS;
        pthread_mutex_lock(&locks[b]);
        hist[b]++;
        pthread_mutex_unlock(&locks[b]);
    }
    return NULL;
}

int main(void)
{
    pthread_t t[THREADS];
    for (long i = 0; i < THREADS; i++)
        pthread_create(&t[i], NULL, w, (void *)i);
    for (int i = 0; i < THREADS; i++)
        pthread_join(t[i], NULL);
    int total = 0;
    for (int i = 0; i < BUCKETS; i++)
        total += hist[i];
    assert(total == 8);
    return 0;
}
