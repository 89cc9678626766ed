/* truth: safe, expect: safe -- reentrant depth */
#include <threads.h>
#include <stdatomic.h>
#include <assert.h>
static _Thread_local int depth = 0;
static _Atomic int lock = 0;
static int shared_depth;
static void enter(void) {
    if (depth++ == 0) {
        int expected = 0;
        while (!atomic_compare_exchange_weak(&lock, &expected, 1))
            expected = 0;
    }
}
static void leave(void) {
    if (--depth == 0)
        atomic_store(&lock, 0);
}
static int worker(void *x) {
    (void)x;
    enter();
    shared_depth++;
    enter();
    assert(shared_depth == 1);
    leave();
    shared_depth--;
    leave();
    return 0;
}
int main(int argc, char **argv) {
    (void)argv;
    for (int k = 0; k < argc; k++) {
        thrd_t t;
        thrd_create(&t, worker, NULL);
        thrd_detach(t);
    }
    thrd_exit(0);
}
