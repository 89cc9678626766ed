/* truth: unsafe, expect: unsafe -- refcount reread */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

struct object {
    atomic_int refs;
    bool freed;
    int payload;
};
static struct object obj = {1, false, 42};

static void obj_get(struct object *o)
{
    atomic_fetch_add(&o->refs, 1);
}

static void obj_put(struct object *o)
{
    atomic_fetch_sub(&o->refs, 1);
    if (atomic_load(&o->refs) == 0) {
        assert(!o->freed); /* double free */
        o->freed = true;
    }
}

static void *user(void *arg)
{
    struct object *o = arg;
    obj_get(o);
    assert(o->payload == 42);
    obj_put(o);
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, user, &obj);
    pthread_create(&b, 0, user, &obj);
    obj_put(&obj);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
