/* truth: unsafe, expect: unsafe -- a handle set in a switch */
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
    pthread_t a, b;
    int rc = pthread_create(&a,0,f,0);
    switch (argc) { case 1: pthread_create(&b,0,f,0);
    break;
    case 2: pthread_create(&b,0,g,0);
    break;
    default: b = a;
    } pthread_join(b,0);
    assert(x + y >= 1 && rc == 0);
    assert(x == 1);
    return 0;
}
