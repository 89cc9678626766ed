/* truth: safe, expect: safe -- handoff */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static int payload;
static atomic_int ready;

static void *producer(void *p)
{
    payload = *(int *)p;
    atomic_store_explicit(&ready, 1, memory_order_release);
    return NULL;
}

static void *consumer(void *p)
{
    (void)p;
    while (!atomic_load_explicit(&ready, memory_order_acquire))
        ;
    assert(payload == 123);
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    int v = 123;
    pthread_create(&b, NULL, consumer, NULL);
    pthread_create(&a, NULL, producer, &v);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
