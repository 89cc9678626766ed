/* truth: safe, expect: safe -- return values */
#include <pthread.h>
#include <stdint.h>
#include <assert.h>
static void *square(void *p) { intptr_t n = (intptr_t)p; return (void *)(n * 2 + 1); }
int main(void)
{
    pthread_t a, b;
    void *ra, *rb;
    pthread_create(&a, NULL, square, (void *)(intptr_t)3);
    pthread_create(&b, NULL, square, (void *)(intptr_t)4);
    pthread_join(a, &ra);
    pthread_join(b, &rb);
    assert((intptr_t)ra + (intptr_t)rb == 16);
    return 0;
}
