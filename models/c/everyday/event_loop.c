/* truth: safe, expect: safe -- event loop */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#define QSIZE 4

static struct {
    int items[QSIZE];
    unsigned head, tail;
    pthread_mutex_t lock;
} q = {.lock = PTHREAD_MUTEX_INITIALIZER};

static bool push(int v)
{
    bool ok = false;
    pthread_mutex_lock(&q.lock);
    if (q.tail - q.head < QSIZE) {
        q.items[q.tail % QSIZE] = v;
        q.tail++;
        ok = true;
    }
    pthread_mutex_unlock(&q.lock);
    return ok;
}

static bool pop(int *out)
{
    bool ok = false;
    pthread_mutex_lock(&q.lock);
    if (q.head != q.tail) {
        *out = q.items[q.head % QSIZE];
        q.head++;
        ok = true;
    }
    pthread_mutex_unlock(&q.lock);
    return ok;
}

static void *prod(void *a)
{
    for (int i = 1; i <= 3; i++)
        while (!push(i))
            sched_yield();
    return a;
}

static void *cons(void *a)
{
    int expect = 1, v;
    while (expect <= 3) {
        if (pop(&v)) {
            assert(v == expect);
            expect++;
        }
    }
    return a;
}

int main(void)
{
    pthread_t p, c;
    pthread_create(&p, NULL, prod, NULL);
    pthread_create(&c, NULL, cons, NULL);
    pthread_join(p, NULL);
    pthread_join(c, NULL);
    return 0;
}
