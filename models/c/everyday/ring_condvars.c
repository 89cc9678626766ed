/* truth: safe, expect: safe -- ring condvars */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#define CAP 4

typedef struct {
    int buf[CAP];
    size_t head, tail, count;
    pthread_mutex_t mu;
    pthread_cond_t not_full, not_empty;
} queue_t;

static queue_t q = {
    .mu = PTHREAD_MUTEX_INITIALIZER,
    .not_full = PTHREAD_COND_INITIALIZER,
    .not_empty = PTHREAD_COND_INITIALIZER,
};

static void queue_put(queue_t *qp, int v)
{
    pthread_mutex_lock(&qp->mu);
    while (qp->count == CAP)
        pthread_cond_wait(&qp->not_full, &qp->mu);
    qp->buf[qp->tail] = v;
    qp->tail = (qp->tail + 1) % CAP;
    qp->count++;
    assert(qp->count <= CAP);
    pthread_cond_signal(&qp->not_empty);
    pthread_mutex_unlock(&qp->mu);
}

static int queue_get(queue_t *qp)
{
    int v;
    pthread_mutex_lock(&qp->mu);
    while (qp->count == 0)
        pthread_cond_wait(&qp->not_empty, &qp->mu);
    v = qp->buf[qp->head];
    qp->head = (qp->head + 1) % CAP;
    qp->count--;
    pthread_cond_signal(&qp->not_full);
    pthread_mutex_unlock(&qp->mu);
    return v;
}

static void *producer(void *arg)
{
    (void)arg;
    for (;;)
        queue_put(&q, 7);
    return NULL;
}

static void *consumer(void *arg)
{
    (void)arg;
    while (1) {
        int v = queue_get(&q);
        assert(v == 7);
    }
    return NULL;
}

int main(int argc, char *argv[])
{
    pthread_t t;
    (void)argv;
    for (int i = 0; i < argc; i++) {
        pthread_create(&t, NULL, producer, NULL);
        pthread_create(&t, NULL, consumer, NULL);
    }
    pthread_exit(NULL);
}
