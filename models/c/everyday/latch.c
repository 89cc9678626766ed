/* truth: safe, expect: safe -- latch */
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

struct latch {
    pthread_mutex_t m;
    pthread_cond_t c;
    int left;
};
static struct latch l = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 3};
static int part[3];

static void count_down(struct latch *x)
{
    pthread_mutex_lock(&x->m);
    if (--x->left == 0)
        pthread_cond_broadcast(&x->c);
    pthread_mutex_unlock(&x->m);
}

static void await(struct latch *x)
{
    pthread_mutex_lock(&x->m);
    while (x->left > 0)
        pthread_cond_wait(&x->c, &x->m);
    pthread_mutex_unlock(&x->m);
}

static void *w(void *p)
{
    part[(intptr_t)p] = 1 + (int)(intptr_t)p;
    count_down(&l);
    return NULL;
}

int main(void)
{
    pthread_t t;
    for (intptr_t i = 0; i < 3; i++) {
        pthread_create(&t, NULL, w, (void *)i);
        pthread_detach(t);
    }
    await(&l);
    assert(part[0] + part[1] + part[2] == 6);
    return 0;
}
