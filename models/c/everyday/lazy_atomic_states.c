/* truth: unsafe, expect: unsafe -- state set to ready before the value */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
enum { EMPTY, BUSY, READY };
static atomic_int state = EMPTY; static int value;
static int get(void) {
    int expected = EMPTY;
    if (atomic_compare_exchange_strong(&state, &expected, BUSY)) { atomic_store(&state, READY); value = 42; }
    while (atomic_load(&state) != READY) ;
    return value;
}
static void *f(void *a) { assert(get() == 42); return a; }
int main(int argc, char **argv) { (void)argv; pthread_t t; for (int i = 0; i < argc; i++) pthread_create(&t, 0, f, 0); pthread_exit(0); }
