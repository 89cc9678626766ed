/* truth: safe, expect: safe -- ring one to one */
#include <stdatomic.h>
#include <pthread.h>
#include <assert.h>
#include <stdbool.h>
#define CAP 4
static int ring[CAP];
static _Atomic unsigned head, tail;
static bool push(int v)
{
    unsigned h = atomic_load_explicit(&head, memory_order_relaxed);
    if (h - atomic_load_explicit(&tail, memory_order_acquire) == CAP)
        return false;
    ring[h & (CAP - 1)] = v;
    atomic_store_explicit(&head, h + 1, memory_order_release);
    return true;
}
static bool pop(int *v)
{
    unsigned t = atomic_load_explicit(&tail, memory_order_relaxed);
    if (t == atomic_load_explicit(&head, memory_order_acquire))
        return false;
    *v = ring[t & (CAP - 1)];
    atomic_store_explicit(&tail, t + 1, memory_order_release);
    return true;
}
static void *producer(void *a) { for (int i = 1; i <= 6; ) if (push(i)) i++; return a; }
static void *consumer(void *a)
{
    int want = 1, v;
    while (want <= 6)
        if (pop(&v)) { assert(v == want); want++; }
    return a;
}
int main(void)
{
    pthread_t p, c;
    pthread_create(&p, 0, producer, 0);
    pthread_create(&c, 0, consumer, 0);
    pthread_join(p, 0);
    pthread_join(c, 0);
    return 0;
}
