/* truth: unsafe, expect: unsafe -- barrier off by one */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

#define N 3

static pthread_barrier_t bar;
static int ready[N];

static void *worker(void *arg)
{
    intptr_t id = (intptr_t)arg;
    ready[id] = 1;
    pthread_barrier_wait(&bar);
    int next = (id + 1) % N;
    assert(ready[next] == 1);
    return NULL;
}

int main(void)
{
    pthread_t th[N];
    pthread_barrier_init(&bar, NULL, N - 1);
    for (intptr_t i = 0; i < N; i++)
        pthread_create(&th[i], NULL, worker, (void *)i);
    for (int i = 0; i < N - 1; i++)
        pthread_join(th[i], NULL);
    return 0;
}
