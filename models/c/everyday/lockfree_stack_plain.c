/* truth: unsafe, expect: unsafe -- lockfree stack plain */
#include <assert.h>
#include <pthread.h>

#define N 2
static int next_of[N];
static int top = -1;

static void *pusher(void *arg)
{
    int node = (int)(long)arg;
    next_of[node] = top;
    top = node;
    return NULL;
}

int main(void)
{
    pthread_t t[N];
    int count = 0, i;
    for (i = 0; i < N; i++)
        pthread_create(&t[i], NULL, pusher, (void *)(long)i);
    for (i = 0; i < N; i++)
        pthread_join(t[i], NULL);
    i = top;
    while (i >= 0) {
        count++;
        i = next_of[i];
    }
    assert(count == N);
    return 0;
}
