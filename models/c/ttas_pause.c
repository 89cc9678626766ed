/* truth: safe, expect: safe -- ttas pause */
#include <stdatomic.h>
#include <pthread.h>
#include <assert.h>
#define likely(x) __builtin_expect(!!(x), 1)
static inline void cpu_relax(void) { __asm__ volatile("pause" ::: "memory"); }
typedef struct { _Atomic(int) v; } lock_t;
#define LOCK_INIT { 0 }
static lock_t l = LOCK_INIT;
static volatile int critical;
static void lock(lock_t *p)
{
    for (;;) {
        if (likely(!atomic_exchange_explicit(&p->v, 1, memory_order_acquire)))
            return;
        while (atomic_load_explicit(&p->v, memory_order_relaxed))
            cpu_relax();
    }
}
static void unlock(lock_t *p) { atomic_store_explicit(&p->v, 0, memory_order_release); }
static void *body(void *a)
{
    lock(&l);
    critical = 1;
    if (critical != 1) assert(!"race");
    critical = 0;
    unlock(&l);
    return a;
}
int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) { pthread_t t; pthread_create(&t, NULL, body, argv[i]); pthread_detach(t); }
    pthread_exit(NULL);
}
