/* truth: safe, expect: safe -- bank struct args */
#include <stdio.h>
#include <stdlib.h>
#include <pthread.h>
#include <assert.h>

#define NUM_THREADS 4
#define DEPOSITS 5

typedef struct {
    int id;
    int amount;
} thread_arg_t;

static int balance = 0;
static pthread_mutex_t balance_lock = PTHREAD_MUTEX_INITIALIZER;

static void *deposit(void *p)
{
    thread_arg_t *arg = (thread_arg_t *)p;
    int i;

    for (i = 0; i < DEPOSITS; i++) {
        pthread_mutex_lock(&balance_lock);
        balance += arg->amount;
        pthread_mutex_unlock(&balance_lock);
    }
    printf("thread %d done\n", arg->id);
    return NULL;
}

int main(void)
{
    pthread_t threads[NUM_THREADS];
    thread_arg_t args[NUM_THREADS];
    int i, rc;

    for (i = 0; i < NUM_THREADS; i++) {
        args[i].id = i;
        args[i].amount = 10;
        rc = pthread_create(&threads[i], NULL, deposit, &args[i]);
        if (rc != 0) {
            fprintf(stderr, "pthread_create failed: %d\n", rc);
            exit(EXIT_FAILURE);
        }
    }
    for (i = 0; i < NUM_THREADS; i++)
        pthread_join(threads[i], NULL);
    printf("balance = %d\n", balance);
    assert(balance == NUM_THREADS * DEPOSITS * 10);
    return 0;
}
