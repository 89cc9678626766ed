/* truth: safe, expect: safe -- spin backoff */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

typedef struct {
    atomic_flag f;
} spinlock_t;

#define SPINLOCK_INIT                                                                              \
    {                                                                                              \
        ATOMIC_FLAG_INIT                                                                           \
    }
static spinlock_t lk = SPINLOCK_INIT;
static int balance = 100;

static inline void spin_lock(spinlock_t *l)
{
    unsigned backoff = 1;
    while (atomic_flag_test_and_set_explicit(&l->f, memory_order_acquire)) {
        for (unsigned i = 0; i < backoff; i++)
            ;
        if (backoff < 64)
            backoff <<= 1;
    }
}

static inline void spin_unlock(spinlock_t *l)
{
    atomic_flag_clear_explicit(&l->f, memory_order_release);
}

static void *deposit(void *arg)
{
    (void)arg;
    spin_lock(&lk);
    int old = balance;
    balance = old + 10;
    usleep(10);
    assert(balance == old + 10);
    spin_unlock(&lk);
    return NULL;
}

static void *withdraw(void *arg)
{
    (void)arg;
    spin_lock(&lk);
    if (balance >= 10) {
        balance -= 10;
    }
    assert(balance >= 0);
    spin_unlock(&lk);
    return NULL;
}

int main(int argc, char **argv)
{
    int i;
    (void)argv;
    for (i = 0; i < argc; ++i) {
        pthread_t a, b;
        pthread_create(&a, NULL, deposit, NULL);
        pthread_create(&b, NULL, withdraw, NULL);
    }
    return 0;
}
