// semaphore.c: at most two threads hold the semaphore; truth: safe; expect: safe
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static sem_t slots;
static atomic_int users;

static void *worker(void *arg)
{
    sem_wait(&slots);
    atomic_fetch_add(&users, 1);
    assert(atomic_load(&users) <= 2);
    atomic_fetch_sub(&users, 1);
    sem_post(&slots);
    return arg;
}

int main(void)
{
    pthread_t t[4];
    sem_init(&slots, 0, 2);
    for (int i = 0; i < 4; i++)
        pthread_create(&t[i], NULL, worker, NULL);
    for (int i = 0; i < 4; i++)
        pthread_join(t[i], NULL);
    sem_destroy(&slots);
    return 0;
}
