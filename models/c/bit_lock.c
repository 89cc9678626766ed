/* truth: safe, expect: safe -- bit lock */
#include <stdatomic.h>
#include <pthread.h>
#include <assert.h>
#define LOCKED 1u
#define CLOSED 2u
static atomic_uint state;
static int n;
static void *w(void *p)
{
    for (;;) {
        unsigned old = atomic_fetch_or(&state, LOCKED);
        if (old & CLOSED)
            return p;
        if (!(old & LOCKED))
            break;
    }
    n++;
    assert(n == 1);
    n--;
    atomic_fetch_and(&state, ~LOCKED);
    return p;
}
static void *closer(void *p) { atomic_fetch_or(&state, CLOSED); return p; }
int main(int argc, char **argv)
{
    pthread_t t;
    for (int i = 0; i < argc; i++) pthread_create(&t, 0, w, 0);
    pthread_create(&t, 0, closer, 0);
    (void)argv;
    return 0;
}
