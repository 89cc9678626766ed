/* truth: safe, expect: safe -- point setters */
#include <assert.h>
#include <pthread.h>

struct point {
    int x, y;
};
static struct point p;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void set(struct point q)
{
    pthread_mutex_lock(&m);
    p = q;
    pthread_mutex_unlock(&m);
}

static struct point get(void)
{
    struct point r;
    pthread_mutex_lock(&m);
    r = p;
    pthread_mutex_unlock(&m);
    return r;
}

static void *w1(void *a)
{
    set((struct point){1, 1});
    return a;
}

static void *w2(void *a)
{
    set((struct point){.x = 2, .y = 2});
    return a;
}

static void *r(void *a)
{
    struct point q = get();
    assert(q.x == q.y);
    return a;
}

int main(void)
{
    pthread_t t[3];
    void *(*fns[])(void *) = {w1, w2, r};
    for (unsigned i = 0; i < sizeof fns / sizeof fns[0]; i++)
        pthread_create(&t[i], NULL, fns[i], NULL);
    for (unsigned i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    return 0;
}
