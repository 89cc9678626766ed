/* truth: safe, expect: safe -- flags bits */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define FLAG_A 0x01u
#define FLAG_B 0x02u
#define FLAG_DONE (1u << 7)

static atomic_uint flags;

static void *set_a(void *x)
{
    atomic_fetch_or(&flags, FLAG_A);
    return x;
}

static void *set_b(void *x)
{
    unsigned old = atomic_load(&flags);
    while (!atomic_compare_exchange_weak(&flags, &old, old | FLAG_B))
        ;
    return x;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, set_a, NULL);
    pthread_create(&b, NULL, set_b, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    atomic_fetch_or(&flags, FLAG_DONE);
    assert((flags & (FLAG_A | FLAG_B)) == (FLAG_A | FLAG_B));
    assert(flags & FLAG_DONE);
    atomic_fetch_and(&flags, ~FLAG_A);
    assert((flags & FLAG_A) == 0);
    return 0;
}
