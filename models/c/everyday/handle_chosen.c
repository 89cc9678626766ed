/* truth: unsafe, expect: unsafe -- which handle is joined is chosen at run time */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
int x, y; atomic_int n;
void *f(void *p) { x = 1; atomic_fetch_add(&n, 1); return p; }
void *g(void *p) { y = 1; atomic_fetch_add(&n, 1); return p; }
int main(int argc, char **argv)
{
    (void)argv;
    pthread_t a, b, c;
    pthread_create(&a,0,f,0);
    pthread_create(&b,0,g,0);
    c = argc > 1 ? a : b;
    pthread_join(c,0);
    assert(x == 1);
    return 0;
}
