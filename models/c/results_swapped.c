// results_swapped.c: two threads alike, the second may be the first; truth: unsafe; expect: unsafe
#include <assert.h>
#include <stdatomic.h>
#include <threads.h>
static atomic_int ticket;
static int take(void *arg)
{
    (void)arg;
    return atomic_fetch_add(&ticket, 1);
}
int main(void)
{
    thrd_t a, b;
    int ra, rb;
    thrd_create(&a, take, 0);
    thrd_create(&b, take, 0);
    thrd_join(a, &ra);
    thrd_join(b, &rb);
    assert(ra == 0 && rb == 1);
    return 0;
}
