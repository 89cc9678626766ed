/* truth: safe, expect: safe -- refcount object */
#include <stdatomic.h>
#include <pthread.h>
#include <assert.h>
struct object { atomic_int refs; int freed; int data; };
static struct object obj;
static void obj_get(struct object *o) { atomic_fetch_add(&o->refs, 1); }
static void obj_put(struct object *o)
{
    if (atomic_fetch_sub(&o->refs, 1) == 1) {
        assert(!o->freed);
        o->freed = 1;
    }
}
static void *user(void *p)
{
    struct object *o = p;
    assert(o->freed == 0);
    obj_put(o);
    return 0;
}
int main(int argc, char **argv)
{
    pthread_t t;
    (void)argv;
    atomic_init(&obj.refs, 1);
    for (int i = 0; i < argc; i++) {
        obj_get(&obj);
        pthread_create(&t, 0, user, &obj);
    }
    obj_put(&obj);
    return 0;
}
