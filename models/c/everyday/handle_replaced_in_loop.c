/* truth: unsafe -- a handle is joined and set again in a loop */
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
    pthread_create(&a,0,f,0);
    for (int i=0;i<argc;i++) { pthread_join(a,0);
    pthread_create(&a,0,g,0);
    } pthread_join(a,0);
    assert(n<3);
    return 0;
}
