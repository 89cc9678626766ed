/* truth: safe, expect: safe -- once states */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sched.h>

enum state { UNINIT, RUNNING, READY };

static _Atomic(enum state) state = UNINIT;
static int config;
static int inits;

static int get_config(void)
{
    enum state expected = UNINIT;
    if (atomic_load_explicit(&state, memory_order_acquire) != READY) {
        if (atomic_compare_exchange_strong(&state, &expected, RUNNING)) {
            config = 99;
            inits++;
            atomic_store_explicit(&state, READY, memory_order_release);
        } else {
            while (atomic_load(&state) != READY)
                sched_yield();
        }
    }
    return config;
}

static void *thread_main(void *unused)
{
    (void)unused;
    assert(get_config() == 99);
    assert(inits == 1);
    return NULL;
}

int main(int argc, char **argv)
{
    (void)argv;
    while (argc-- > 0) {
        pthread_t tid;
        pthread_create(&tid, NULL, &thread_main, NULL);
        pthread_detach(tid);
    }
    pthread_exit(0);
}
