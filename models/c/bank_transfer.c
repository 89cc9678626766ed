/* truth: safe, expect: safe -- two accounts, a mutex each */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <assert.h>

#define NTHREADS 3
typedef struct {
    int balance;
    pthread_mutex_t lock;
} account_t;

static account_t acc[2];

static void transfer(account_t *from, account_t *to, int amount)
{
    pthread_mutex_lock(&from->lock);
    pthread_mutex_lock(&to->lock);
    if (from->balance >= amount) {
        from->balance -= amount;
        to->balance += amount;
    }
    pthread_mutex_unlock(&to->lock);
    pthread_mutex_unlock(&from->lock);
}

void *worker(void *arg)
{
    (void)arg;
    transfer(&acc[0], &acc[1], 1);
    return NULL;
}

int main(void)
{
    pthread_t tid[NTHREADS];
    for (int i = 0; i < 2; i++) {
        acc[i].balance = 2;
        pthread_mutex_init(&acc[i].lock, NULL);
    }
    for (int i = 0; i < NTHREADS; i++) {
        if (pthread_create(&tid[i], NULL, worker, NULL) != 0) {
            perror("pthread_create");
            exit(EXIT_FAILURE);
        }
    }
    for (int i = 0; i < NTHREADS; i++)
        pthread_join(tid[i], NULL);
    assert(acc[0].balance + acc[1].balance == 4);
    printf("%d %d\n", acc[0].balance, acc[1].balance);
    return 0;
}
