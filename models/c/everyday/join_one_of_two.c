/* truth: unsafe, expect: unsafe -- one of two threads alike is joined in one branch only */
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
    pthread_t a,b;
    pthread_create(&a,0,f,0);
    pthread_create(&b,0,f,0);
    if (argc>1) pthread_join(a,0);
    pthread_join(b,0);
    assert(n==2);
    return 0;
}
