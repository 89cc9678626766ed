/* truth: safe, expect: safe -- nested structs */
#include <assert.h>
#include <pthread.h>

struct vec {
    int x, y;
};

struct body {
    struct vec pos, vel;
    pthread_mutex_t mu;
};
static struct body b = {.pos = {0, 0}, .vel = {1, 1}, .mu = PTHREAD_MUTEX_INITIALIZER};

static void step(struct body *p)
{
    pthread_mutex_lock(&p->mu);
    p->pos.x += p->vel.x;
    p->pos.y += p->vel.y;
    assert(p->pos.x == p->pos.y);
    pthread_mutex_unlock(&p->mu);
}

static void *w(void *a)
{
    for (int i = 0; i < 5; i++)
        step(a);
    return NULL;
}

int main(void)
{
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(t + i, NULL, w, &b);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    assert(b.pos.x == 10);
    return 0;
}
