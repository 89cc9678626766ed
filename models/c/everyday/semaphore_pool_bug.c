/* truth: unsafe, expect: unsafe -- posts before leaving */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <unistd.h>

#define LIMIT 2

static sem_t pool;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int active;

static void *job(void *arg)
{
    sem_wait(&pool);
    pthread_mutex_lock(&lock);
    ++active;
    assert(active <= LIMIT);
    pthread_mutex_unlock(&lock);
    sem_post(&pool);
    usleep(100);
    pthread_mutex_lock(&lock);
    --active;
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void)
{
    pthread_t t[5];
    sem_init(&pool, 0, LIMIT);
    for (int i = 0; i < 5; i++)
        pthread_create(&t[i], NULL, job, NULL);
    for (int i = 0; i < 5; i++)
        pthread_join(t[i], NULL);
    sem_destroy(&pool);
    return 0;
}
