/* truth: safe, expect: safe -- push only, indices */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define N 3
#define NIL (-1)

static int next_of[N];
static atomic_int top = NIL;

static void push(int node)
{
    int old = atomic_load(&top);
    do {
        next_of[node] = old;
    } while (!atomic_compare_exchange_weak(&top, &old, node));
}

static void *pusher(void *arg)
{
    push((int)(long)arg);
    return NULL;
}

int main(void)
{
    pthread_t t[N];
    int count = 0;
    for (long i = 0; i < N; i++)
        pthread_create(&t[i], NULL, pusher, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], NULL);
    for (int i = top; i != NIL; i = next_of[i])
        count++;
    assert(count == N);
    return 0;
}
