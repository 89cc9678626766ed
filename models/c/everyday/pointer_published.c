/* truth: safe, expect: safe -- pointer published */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct config {
    int a, b;
};
static struct config c1 = {1, 1}, c2 = {2, 2};
static struct config *_Atomic cur = &c1;

static void *reader(void *x)
{
    struct config *c = atomic_load(&cur);
    assert(c->a == c->b);
    return x;
}

static void *updater(void *x)
{
    atomic_store(&cur, &c2);
    return x;
}

int main(int argc, char **argv)
{
    (void)argv;
    pthread_t t;
    pthread_create(&t, 0, updater, 0);
    for (int i = 0; i < argc; i++)
        pthread_create(&t, 0, reader, 0);
    return 0;
}
