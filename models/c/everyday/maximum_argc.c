/* truth: safe -- maximum argc */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>
static atomic_int maxv = 0;

static void update(int v)
{
    int cur = maxv;
    while (v > cur) {
        if (atomic_compare_exchange_weak(&maxv, &cur, v))
            break;
    }
}

static void *w(void *p)
{
    int id = (int)(intptr_t)p;
    update(id);
    assert(atomic_load(&maxv) >= id);
    return NULL;
}

int main(int argc, char **argv)
{
    (void)argv;
    for (int i = 0; i < argc; i++) {
        pthread_t t;
        pthread_create(&t, NULL, w, (void *)(intptr_t)i);
    }
    pthread_exit(NULL);
}
