/* truth: unsafe, expect: unsafe -- flags bits plain */
#include <assert.h>
#include <pthread.h>

#define BIT(n) (1u << (n))
static unsigned flags;

static void *setter(void *x)
{
    unsigned n = (unsigned)(unsigned long)x;
    flags |= BIT(n);
    return 0;
}

int main(void)
{
    pthread_t t[2];
    for (unsigned long i = 0; i < 2; i++)
        pthread_create(&t[i], 0, setter, (void *)i);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
    assert(flags == (BIT(0) | BIT(1)));
    return 0;
}
