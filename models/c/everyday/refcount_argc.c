/* truth: safe -- refcount argc */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

struct object {
    atomic_int refs;
    _Bool freed;
    int payload;
};
static struct object obj = {.refs = 1, .payload = 42};

static bool obj_put(struct object *o)
{
    if (atomic_fetch_sub_explicit(&o->refs, 1, memory_order_acq_rel) == 1) {
        assert(!o->freed);
        o->freed = true;
        return true;
    }
    return false;
}

static void *user(void *arg)
{
    struct object *o = arg;
    assert(!o->freed);
    assert(o->payload == 42);
    obj_put(o);
    return NULL;
}

int main(int argc, char **argv)
{
    pthread_t t[16];
    int n = argc > 16 ? 16 : argc;
    for (int i = 0; i < n; i++) {
        atomic_fetch_add_explicit(&obj.refs, 1, memory_order_relaxed);
        pthread_create(&t[i], NULL, user, &obj);
    }
    obj_put(&obj);
    for (int i = 0; i < n; i++)
        pthread_join(t[i], NULL);
    assert(obj.freed);
    return 0;
}
