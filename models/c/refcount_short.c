// refcount_short.c: one reference too few is counted; truth: unsafe; expect: unsafe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

struct object {
    atomic_int references;
    bool freed;
};

static void drop(struct object *o)
{
    if (atomic_fetch_sub(&o->references, 1) == 1)
        o->freed = true;
}

static void *user(void *arg)
{
    struct object *o = arg;
    assert(!o->freed);
    drop(o);
    return NULL;
}

int main(void)
{
    struct object *o = malloc(sizeof *o);
    pthread_t a, b;
    atomic_init(&o->references, 2);
    o->freed = false;
    pthread_create(&a, NULL, user, o);
    pthread_create(&b, NULL, user, o);
    assert(!o->freed);
    drop(o);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(o->freed);
    free(o);
    return 0;
}
