/* truth: safe, expect: safe -- barrier stage */
#include <assert.h>
#include <pthread.h>
#define NT 3
static pthread_barrier_t bar;
static int stage1[NT];

static void *w(void *arg)
{
    long id = (long)arg;
    stage1[id] = 1;
    pthread_barrier_wait(&bar);
    for (int i = 0; i < NT; i++)
        assert(stage1[i] == 1);
    return NULL;
}

int main(void)
{
    pthread_t t[NT];
    pthread_barrier_init(&bar, NULL, NT);
    for (long i = 0; i < NT; i++)
        pthread_create(&t[i], NULL, w, (void *)i);
    for (long i = 0; i < NT; i++)
        pthread_join(t[i], NULL);
    pthread_barrier_destroy(&bar);
    return 0;
}
