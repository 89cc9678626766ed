/* truth: safe, expect: safe -- main compares its handle */
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
    pthread_t me = pthread_self();
    pthread_create(&a,0,f,0);
    assert(me == pthread_self());
    assert(a != me);
    pthread_join(a,0);
    return 0;
}
