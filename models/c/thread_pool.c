/* truth: safe, expect: safe -- thread pool */
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <assert.h>

#define QUEUE_CAP 4
#define WORKERS 2
#define JOBS 3

typedef struct task {
    void (*fn)(int);
    int arg;
} task_t;

typedef struct {
    task_t items[QUEUE_CAP];
    int head, tail, len;
    bool shutdown;
    pthread_mutex_t lock;
    pthread_cond_t cond;
} pool_t;

static pool_t pool;
static int done_count;
static pthread_mutex_t done_lock = PTHREAD_MUTEX_INITIALIZER;

static void job_a(int x)
{
    (void)x;
    pthread_mutex_lock(&done_lock);
    done_count++;
    pthread_mutex_unlock(&done_lock);
}

static void submit(pool_t *p, void (*fn)(int), int arg)
{
    pthread_mutex_lock(&p->lock);
    p->items[p->tail].fn = fn;
    p->items[p->tail].arg = arg;
    p->tail = (p->tail + 1) % QUEUE_CAP;
    p->len++;
    pthread_cond_signal(&p->cond);
    pthread_mutex_unlock(&p->lock);
}

static void *worker(void *arg)
{
    pool_t *p = (pool_t *)arg;
    for (;;) {
        pthread_mutex_lock(&p->lock);
        while (p->len == 0 && !p->shutdown)
            pthread_cond_wait(&p->cond, &p->lock);
        if (p->len == 0 && p->shutdown) {
            pthread_mutex_unlock(&p->lock);
            break;
        }
        task_t t = p->items[p->head];
        p->head = (p->head + 1) % QUEUE_CAP;
        p->len--;
        pthread_mutex_unlock(&p->lock);
        t.fn(t.arg);
    }
    return NULL;
}

int main(void)
{
    pthread_t tid[WORKERS];
    pthread_mutex_init(&pool.lock, NULL);
    pthread_cond_init(&pool.cond, NULL);
    for (int i = 0; i < WORKERS; i++)
        pthread_create(&tid[i], NULL, worker, &pool);
    for (int i = 0; i < JOBS; i++)
        submit(&pool, job_a, i);
    pthread_mutex_lock(&pool.lock);
    pool.shutdown = true;
    pthread_cond_broadcast(&pool.cond);
    pthread_mutex_unlock(&pool.lock);
    for (int i = 0; i < WORKERS; i++)
        pthread_join(tid[i], NULL);
    assert(done_count == JOBS);
    return 0;
}
