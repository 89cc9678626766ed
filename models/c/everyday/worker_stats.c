/* truth: safe, expect: safe -- worker stats */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#define NWORK 3

typedef struct worker {
    pthread_t tid;
    int id;
    unsigned long processed;
} worker_t;

static worker_t workers[NWORK];
static int queue_len = 6;
static pthread_mutex_t qlock = PTHREAD_MUTEX_INITIALIZER;

static bool take(void)
{
    bool got = false;
    pthread_mutex_lock(&qlock);
    if (queue_len > 0) {
        queue_len--;
        got = true;
    }
    pthread_mutex_unlock(&qlock);
    return got;
}

static void *run(void *arg)
{
    worker_t *w = (worker_t *)arg;
    while (take())
        w->processed++;
    return NULL;
}

int main(void)
{
    unsigned long sum = 0;
    for (int i = 0; i < NWORK; i++) {
        workers[i].id = i;
        workers[i].processed = 0;
        if (pthread_create(&workers[i].tid, NULL, run, &workers[i]) != 0)
            exit(1);
    }
    for (int i = 0; i < NWORK; i++) {
        pthread_join(workers[i].tid, NULL);
        sum += workers[i].processed;
    }
    assert(sum == 6 && queue_len == 0);
    return 0;
}
