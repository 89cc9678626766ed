/* truth: safe, expect: safe -- cas withdraw */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
static atomic_int balance = 10;

static bool withdraw(int amount)
{
    int cur = atomic_load(&balance);
    while (cur >= amount) {
        if (atomic_compare_exchange_strong(&balance, &cur, cur - amount))
            return true;
    }
    return false;
}

static atomic_int granted;

static void *w(void *a)
{
    int amt = (int)(long)a;
    if (withdraw(amt))
        atomic_fetch_add(&granted, amt);
    return NULL;
}

int main(void)
{
    pthread_t t[3];
    long amounts[] = {4, 5, 6};
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, w, (void *)amounts[i]);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    assert(balance >= 0);
    assert(balance + granted == 10);
    return 0;
}
