// results_differ.c: three threads alike return different tickets; truth: safe; expect: safe
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
    thrd_t a, b, c;
    int ra, rb, rc;
    thrd_create(&a, take, 0);
    thrd_create(&b, take, 0);
    thrd_create(&c, take, 0);
    thrd_join(c, &rc);
    thrd_join(a, &ra);
    thrd_join(b, &rb);
    assert(ra + rb + rc == 3);
    assert(ra != rb && rb != rc && ra != rc);
    return 0;
}
