/* truth: safe, expect: safe -- optimistic update */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
static int version;
static int value = 1;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static bool try_update(int seen, int nv)
{
    bool ok = false;
    pthread_mutex_lock(&m);
    if (version == seen) {
        value = nv;
        version++;
        ok = true;
    }
    pthread_mutex_unlock(&m);
    return ok;
}

static void *dbl(void *a)
{
    int v, x;
    do {
        pthread_mutex_lock(&m);
        v = version;
        x = value;
        pthread_mutex_unlock(&m);
    } while (!try_update(v, x * 2));
    return a;
}

int main(void)
{
    pthread_t t[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], 0, dbl, 0);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], 0);
    assert(value == 8 && version == 3);
    return 0;
}
