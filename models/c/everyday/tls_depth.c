/* truth: safe, expect: safe -- tls depth */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static _Thread_local int depth;
static __thread int errs;
static atomic_int max_depth;

static void enter(void)
{
    depth++;
    int m = max_depth;
    while (depth > m && !atomic_compare_exchange_weak(&max_depth, &m, depth))
        ;
}

static void leave(void)
{
    depth--;
}

static void *w(void *a)
{
    enter();
    enter();
    assert(depth == 2);
    leave();
    leave();
    assert(depth == 0 && errs == 0);
    return a;
}

int main(int argc, char **argv)
{
    (void)argv;
    for (int i = 0; i < argc; i++) {
        pthread_t t;
        pthread_create(&t, 0, w, 0);
    }
    return 0;
}
