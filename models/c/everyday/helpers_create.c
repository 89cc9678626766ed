/* truth: safe, expect: safe -- helpers create */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static atomic_int counter;

static void *w(void *a)
{
    atomic_fetch_add(&counter, 1);
    return a;
}

static void start_all(pthread_t *t, int n)
{
    for (int i = 0; i < n; i++)
        if (pthread_create(&t[i], NULL, w, NULL))
            abort();
}

static void join_all(pthread_t *t, int n)
{
    for (int i = 0; i < n; i++)
        pthread_join(t[i], NULL);
}

int main(void)
{
    pthread_t t[4];
    start_all(t, 4);
    join_all(t, 4);
    assert(counter == 4);
    start_all(t, 2);
    join_all(t, 2);
    assert(counter == 6);
    return 0;
}
