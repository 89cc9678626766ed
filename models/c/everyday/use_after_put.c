/* truth: unsafe, expect: unsafe -- use after put */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

struct buf {
    int refs;
    bool freed;
    int data;
};
static struct buf b = {1, false, 0};
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void put(struct buf *p)
{
    pthread_mutex_lock(&m);
    if (--p->refs == 0)
        p->freed = true;
    pthread_mutex_unlock(&m);
}

static void *user(void *a)
{
    struct buf *p = &b;
    pthread_mutex_lock(&m);
    p->refs++;
    pthread_mutex_unlock(&m);
    assert(!p->freed);
    p->data++;
    put(p);
    return a;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, user, NULL);
    put(&b);
    pthread_join(t, NULL);
    return 0;
}
