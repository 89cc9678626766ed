/* truth: unsafe -- slots reused */
#include <stdatomic.h>
#include <threads.h>
#include <assert.h>
#define N 4
static int slot[N];
static atomic_int next;
static int w(void *p)
{
    int i = atomic_fetch_add(&next, 1) % N;
    assert(slot[i] == 0);
    slot[i] = 1;
    return 0;
}
int main(int argc, char **argv)
{
    thrd_t t;
    (void)argv;
    for (int i = 0; i < argc; i++) thrd_create(&t, w, 0);
    return 0;
}
