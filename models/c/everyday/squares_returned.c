/* truth: safe, expect: safe -- squares returned */
#include <assert.h>
#include <pthread.h>

static void *square(void *p)
{
    long v = (long)p;
    return (void *)(v * v);
}

int main(void)
{
    pthread_t a, b;
    void *ra, *rb;
    pthread_create(&a, NULL, square, (void *)3L);
    pthread_create(&b, NULL, square, (void *)4L);
    pthread_join(a, &ra);
    pthread_join(b, &rb);
    assert((long)ra + (long)rb == 25);
    return 0;
}
