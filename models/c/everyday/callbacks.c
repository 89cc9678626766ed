/* truth: safe, expect: safe -- callbacks */
#include <assert.h>
#include <pthread.h>
typedef void (*callback_t)(void *ctx, int v);

struct reg {
    callback_t cb;
    void *ctx;
};

static int sum_a, sum_b;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void add_to(void *ctx, int v)
{
    int *p = ctx;
    pthread_mutex_lock(&m);
    *p += v;
    pthread_mutex_unlock(&m);
}

static void sub_from(void *ctx, int v)
{
    int *p = ctx;
    pthread_mutex_lock(&m);
    *p -= v;
    pthread_mutex_unlock(&m);
}
static struct reg regs[2] = {{add_to, &sum_a}, {sub_from, &sum_b}};

static void *fire(void *arg)
{
    for (int i = 0; i < 2; i++)
        regs[i].cb(regs[i].ctx, (int)(long)arg);
    return NULL;
}

int main(void)
{
    pthread_t t[2];
    for (long i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, fire, (void *)(i + 1));
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    assert(sum_a == 3 && sum_b == -3);
    return 0;
}
