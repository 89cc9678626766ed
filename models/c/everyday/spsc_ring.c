/* truth: safe, expect: safe -- spsc ring */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#define CAP 2
#define ITEMS 4
static int ring[CAP];
static atomic_uint head, tail;

static void *prod(void *a)
{
    for (int i = 1; i <= ITEMS; i++) {
        unsigned t = atomic_load_explicit(&tail, memory_order_relaxed);
        while (t - atomic_load_explicit(&head, memory_order_acquire) == CAP)
            ;
        ring[t % CAP] = i;
        atomic_store_explicit(&tail, t + 1, memory_order_release);
    }
    return a;
}

static void *cons(void *a)
{
    for (int i = 1; i <= ITEMS; i++) {
        unsigned h = atomic_load_explicit(&head, memory_order_relaxed);
        while (atomic_load_explicit(&tail, memory_order_acquire) == h)
            ;
        int v = ring[h % CAP];
        assert(v == i);
        atomic_store_explicit(&head, h + 1, memory_order_release);
    }
    return a;
}

int main(void)
{
    pthread_t p, c;
    pthread_create(&p, 0, prod, 0);
    pthread_create(&c, 0, cons, 0);
    pthread_join(p, 0);
    pthread_join(c, 0);
    return 0;
}
