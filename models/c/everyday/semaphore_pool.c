/* truth: safe, expect: safe -- semaphore pool */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define LIMIT 2

static sem_t pool;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int active;

static void *job(void *arg)
{
    int id = *(int *)arg;
    free(arg);
    if (sem_wait(&pool) != 0) {
        perror("sem_wait");
        return NULL;
    }
    pthread_mutex_lock(&lock);
    active++;
    assert(active <= LIMIT);
    pthread_mutex_unlock(&lock);

    printf("job %d\n", id);
    usleep(1000);

    pthread_mutex_lock(&lock);
    active--;
    pthread_mutex_unlock(&lock);
    sem_post(&pool);
    return NULL;
}

int main(int argc, char *argv[])
{
    int n = argc > 1 ? atoi(argv[1]) : 5;
    sem_init(&pool, 0, LIMIT);
    pthread_t *t = malloc(n * sizeof *t);
    for (int i = 0; i < n; i++) {
        int *id = malloc(sizeof *id);
        *id = i;
        pthread_create(&t[i], NULL, job, id);
    }
    for (int i = 0; i < n; i++)
        pthread_join(t[i], NULL);
    sem_destroy(&pool);
    free(t);
    return 0;
}
