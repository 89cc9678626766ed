/* truth: safe, expect: safe -- flag bits */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#define FLAG_A 1u
#define FLAG_B 2u
static _Atomic unsigned flags;

static void *a(void *x)
{
    atomic_fetch_or(&flags, FLAG_A);
    assert(flags & FLAG_A);
    return x;
}

static void *b(void *x)
{
    flags |= FLAG_B;
    assert((atomic_load(&flags) & FLAG_B) != 0);
    return x;
}

int main(void)
{
    pthread_t t1, t2;
    pthread_create(&t1, 0, a, 0);
    pthread_create(&t2, 0, b, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    assert(flags == (FLAG_A | FLAG_B));
    return 0;
}
