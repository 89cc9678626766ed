/* truth: safe, expect: safe -- argc joined */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static int hits;
static pthread_mutex_t lk = PTHREAD_MUTEX_INITIALIZER;

static void *w(void *a)
{
    pthread_mutex_lock(&lk);
    hits++;
    pthread_mutex_unlock(&lk);
    return a;
}

int main(int argc, char **argv)
{
    (void)argv;
    int n = argc - 1;
    pthread_t *t = malloc(sizeof(pthread_t) * n);
    if (!t)
        return 1;
    for (int i = 0; i < n; i++)
        pthread_create(&t[i], NULL, w, NULL);
    for (int i = 0; i < n; i++)
        pthread_join(t[i], NULL);
    free(t);
    assert(hits >= 0);
    return 0;
}
