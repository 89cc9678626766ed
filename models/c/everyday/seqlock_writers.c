/* truth: safe, expect: safe -- seqlock writers */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_uint seq;
static int d1, d2;
static pthread_mutex_t wm = PTHREAD_MUTEX_INITIALIZER;

static void *writer(void *a)
{
    pthread_mutex_lock(&wm);
    atomic_fetch_add(&seq, 1);
    d1++;
    d2++;
    atomic_fetch_add(&seq, 1);
    pthread_mutex_unlock(&wm);
    return a;
}

static void *reader(void *a)
{
    unsigned s;
    int x, y;
    do {
        while ((s = atomic_load(&seq)) & 1)
            ;
        x = d1;
        y = d2;
    } while (atomic_load(&seq) != s);
    assert(x == y);
    return a;
}

int main(void)
{
    pthread_t t[3];
    pthread_create(&t[0], 0, writer, 0);
    pthread_create(&t[1], 0, writer, 0);
    pthread_create(&t[2], 0, reader, 0);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], 0);
    return 0;
}
