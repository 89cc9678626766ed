/* truth: safe, expect: safe -- pool shutdown */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#define NWORKERS 3
#define NJOBS 5

struct pool {
    pthread_mutex_t lock;
    pthread_cond_t nonempty;
    int pending;
    int done;
    bool shutdown;
};

static struct pool pool = {.lock = PTHREAD_MUTEX_INITIALIZER, .nonempty = PTHREAD_COND_INITIALIZER};

static void *worker(void *arg)
{
    struct pool *p = arg;
    for (;;) {
        pthread_mutex_lock(&p->lock);
        while (p->pending == 0 && !p->shutdown)
            pthread_cond_wait(&p->nonempty, &p->lock);
        if (p->pending == 0 && p->shutdown) {
            pthread_mutex_unlock(&p->lock);
            break;
        }
        p->pending--;
        p->done++;
        pthread_mutex_unlock(&p->lock);
    }
    return NULL;
}

int main(void)
{
    pthread_t tids[NWORKERS];
    for (int i = 0; i < NWORKERS; i++) {
        if (pthread_create(&tids[i], NULL, worker, &pool) != 0) {
            perror("pthread_create");
            exit(EXIT_FAILURE);
        }
    }
    for (int j = 0; j < NJOBS; j++) {
        pthread_mutex_lock(&pool.lock);
        pool.pending++;
        pthread_cond_signal(&pool.nonempty);
        pthread_mutex_unlock(&pool.lock);
    }
    pthread_mutex_lock(&pool.lock);
    pool.shutdown = true;
    pthread_cond_broadcast(&pool.nonempty);
    pthread_mutex_unlock(&pool.lock);
    for (int i = 0; i < NWORKERS; i++)
        pthread_join(tids[i], NULL);
    assert(pool.done == NJOBS);
    printf("done %d\n", pool.done);
    return 0;
}
