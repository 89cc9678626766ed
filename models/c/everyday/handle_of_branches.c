/* truth: safe, expect: safe -- a handle of one of two threads is joined */
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
    pthread_t a;
    if (argc>1) pthread_create(&a,0,f,0);
    else pthread_create(&a,0,g,0);
    pthread_join(a,0);
    assert(n==1);
    assert(argc > 1 ? x == 1 && y == 0 : y == 1);
    return 0;
}
