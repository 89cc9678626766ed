/* truth: safe, expect: safe -- token ring */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#define N 3
static atomic_int token;
static int visits[N];

static void *node(void *arg)
{
    int id = *(const int *)arg;
    for (int r = 0; r < 2; r++) {
        while (atomic_load(&token) != id)
            sched_yield();
        visits[id]++;
        assert(visits[id] == r + 1);
        for (int k = 0; k < N; k++)
            assert(visits[k] <= visits[id]);
        atomic_store(&token, (id + 1) % N);
    }
    return NULL;
}

int main(void)
{
    static const int ids[N] = {0, 1, 2};
    pthread_t t[N];
    for (int i = 0; i < N; i++)
        pthread_create(&t[i], NULL, node, (void *)&ids[i]);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], NULL);
    assert(visits[0] + visits[1] + visits[2] == 2 * N);
    return 0;
}
