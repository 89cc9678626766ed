// seqlock.c: a reader that saw an even, unchanged sequence number has a consistent pair; truth: safe; expect: safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint sequence;
static atomic_int x, y;

static void *writer(void *arg)
{
    for (int i = 0; i < 3; i++) {
        atomic_fetch_add(&sequence, 1);
        atomic_store(&x, i);
        atomic_store(&y, i);
        atomic_fetch_add(&sequence, 1);
    }
    return arg;
}

static void *reader(void *arg)
{
    unsigned before, after;
    int a, b;
    do {
        before = atomic_load(&sequence);
        a = atomic_load(&x);
        b = atomic_load(&y);
        after = atomic_load(&sequence);
    } while (before % 2 != 0 || before != after);
    assert(a == b);
    return arg;
}

int main(void)
{
    pthread_t w, r;
    pthread_create(&w, NULL, writer, NULL);
    pthread_create(&r, NULL, reader, NULL);
    pthread_join(w, NULL);
    pthread_join(r, NULL);
    return 0;
}
