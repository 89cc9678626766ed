/* truth: safe, expect: safe -- leader */
#include <stdatomic.h>
#include <threads.h>
#include <assert.h>
static atomic_int leader;   /* 0 = none */
static atomic_int elected;
static int candidate(void *arg)
{
    int id = *(const int *)arg, none = 0;
    if (atomic_compare_exchange_strong(&leader, &none, id)) {
        int before = atomic_fetch_add(&elected, 1);
        assert(before == 0);
    } else {
        assert(none != 0 && none != id);
    }
    return 0;
}
int main(void)
{
    static const int ids[4] = { 1, 2, 3, 4 };
    thrd_t t[4];
    for (int i = 0; i < 4; i++)
        if (thrd_create(&t[i], candidate, (void *)&ids[i]) != thrd_success) return 1;
    for (int i = 0; i < 4; i++) thrd_join(t[i], 0);
    assert(leader >= 1 && leader <= 4);
    assert(elected == 1);
    return 0;
}
