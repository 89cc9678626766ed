// account.c: transfers between two accounts keep the sum; truth: safe; expect: safe
#include <assert.h>
#include <pthread.h>

struct account {
    pthread_mutex_t lock;
    int balance;
};

static struct account checking = {PTHREAD_MUTEX_INITIALIZER, 3}, savings = {PTHREAD_MUTEX_INITIALIZER, 3};

static void transfer(struct account *from, struct account *to, int amount)
{
    pthread_mutex_lock(&from->lock);
    if (from->balance >= amount) {
        pthread_mutex_lock(&to->lock);
        from->balance -= amount;
        to->balance += amount;
        pthread_mutex_unlock(&to->lock);
    }
    pthread_mutex_unlock(&from->lock);
}

static void *worker(void *arg)
{
    (void)arg;
    transfer(&checking, &savings, 2);
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(checking.balance + savings.balance == 6);
    assert(checking.balance == 1);
    return 0;
}
