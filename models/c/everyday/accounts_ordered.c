/* truth: safe, expect: safe -- accounts ordered */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

typedef struct account {
    pthread_mutex_t lock;
    int balance;
} account_t;

static account_t acc[2] = {{PTHREAD_MUTEX_INITIALIZER, 50}, {PTHREAD_MUTEX_INITIALIZER, 50}};

static bool transfer(account_t *from, account_t *to, int amount)
{
    account_t *first = from < to ? from : to;
    account_t *second = from < to ? to : from;
    bool ok = false;
    pthread_mutex_lock(&first->lock);
    pthread_mutex_lock(&second->lock);
    if (from->balance >= amount) {
        from->balance -= amount;
        to->balance += amount;
        ok = true;
    }
    assert(acc[0].balance + acc[1].balance == 100);
    pthread_mutex_unlock(&second->lock);
    pthread_mutex_unlock(&first->lock);
    return ok;
}

static void *t0(void *x)
{
    transfer(&acc[0], &acc[1], 30);
    return x;
}

static void *t1(void *x)
{
    transfer(&acc[1], &acc[0], 20);
    return x;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, t0, 0);
    pthread_create(&b, 0, t1, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(acc[0].balance >= 0 && acc[1].balance >= 0);
    return 0;
}
