/* truth: safe, expect: safe -- latch countdown */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    pthread_mutex_t m;
    pthread_cond_t c;
    int count;
} latch_t;

#define N 4
static latch_t latch;
static int prepared[N];

static void latch_init(latch_t *l, int count)
{
    pthread_mutex_init(&l->m, NULL);
    pthread_cond_init(&l->c, NULL);
    l->count = count;
}

static void latch_down(latch_t *l)
{
    pthread_mutex_lock(&l->m);
    if (--l->count == 0)
        pthread_cond_broadcast(&l->c);
    pthread_mutex_unlock(&l->m);
}

static void latch_await(latch_t *l)
{
    pthread_mutex_lock(&l->m);
    while (l->count > 0)
        pthread_cond_wait(&l->c, &l->m);
    pthread_mutex_unlock(&l->m);
}

static void *prepare(void *arg)
{
    int *slot = arg;
    *slot = 1;
    latch_down(&latch);
    return NULL;
}

int main(void)
{
    pthread_t t[N];
    int sum = 0;
    latch_init(&latch, N);
    for (int i = 0; i < N; i++)
        pthread_create(&t[i], NULL, prepare, &prepared[i]);
    latch_await(&latch);
    for (int i = 0; i < N; i++)
        sum += prepared[i];
    assert(sum == N);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], NULL);
    return EXIT_SUCCESS;
}
