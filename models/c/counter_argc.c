/* truth: safe, expect: safe -- counter argc */
#include <pthread.h>
#include <assert.h>
#include <stdlib.h>

static int counter = 0;
static int readers = 0;
static pthread_mutex_t mtx = PTHREAD_MUTEX_INITIALIZER;

static void *inc(void *p)
{
    int local;
    pthread_mutex_lock(&mtx);
    local = counter;
    local = local + 1;
    counter = local;
    assert(counter == local);
    pthread_mutex_unlock(&mtx);
    return p;
}

int main(int argc, char *argv[])
{
    int n = argc > 1 ? atoi(argv[1]) : 4;
    pthread_t *ids = malloc(n * sizeof(pthread_t));
    for (int i = 0; i < n; ++i)
        pthread_create(&ids[i], NULL, &inc, NULL);
    for (int i = 0; i < n; ++i)
        pthread_join(ids[i], NULL);
    assert(counter >= 0);
    free(ids);
    return readers;
}
