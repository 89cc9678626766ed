/* truth: safe, expect: safe -- c11 threads account */
#include <assert.h>
#include <stdio.h>
#include <threads.h>

static mtx_t mtx;
static int balance = 100;

static int withdraw(void *p)
{
    int amount = *(int *)p;
    int rc = thrd_error;
    mtx_lock(&mtx);
    if (balance >= amount) {
        balance -= amount;
        rc = thrd_success;
    }
    mtx_unlock(&mtx);
    return rc;
}

int main(void)
{
    thrd_t a, b;
    int ra, rb, x = 70, y = 60;
    if (mtx_init(&mtx, mtx_plain) != thrd_success)
        return 1;
    if (thrd_create(&a, withdraw, &x) != thrd_success)
        return 1;
    if (thrd_create(&b, withdraw, &y) != thrd_success)
        return 1;
    thrd_join(a, &ra);
    thrd_join(b, &rb);
    mtx_destroy(&mtx);
    printf("left %d\n", balance);
    assert(balance >= 0);
    assert((ra == thrd_success) != (rb == thrd_success));
    return 0;
}
