/* truth: unsafe, expect: unsafe -- static id */
#include <assert.h>
#include <pthread.h>

static int next_id(void)
{
    static int last = 0;
    return ++last;
}

static int ids[2];

static void *w(void *p)
{
    *(int *)p = next_id();
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, w, &ids[0]);
    pthread_create(&b, 0, w, &ids[1]);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(ids[0] != ids[1]);
    return 0;
}
