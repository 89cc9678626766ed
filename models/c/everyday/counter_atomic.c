/* truth: safe, expect: safe -- counter atomic */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_long done;

static void *w(void *a)
{
    for (int i = 0; i < 10; i++)
        atomic_fetch_add_explicit(&done, 1, memory_order_relaxed);
    return a;
}

int main(void)
{
    enum { N = 5 };

    pthread_t t[N];
    for (int i = 0; i < N; i++)
        pthread_create(&t[i], 0, w, 0);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], 0);
    assert(done == 10 * N);
    return 0;
}
