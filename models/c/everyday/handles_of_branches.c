/* truth: safe, expect: safe -- an array of handles, set in branches */
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
    pthread_t t[2];
    for (int i = 0;
    i < 2;
    i++) { if (argc > 1) pthread_create(&t[i],0,f,0);
    else pthread_create(&t[i],0,g,0);
    } for (int i = 0;
    i < 2;
    i++) pthread_join(t[i],0);
    assert(n == 2);
    return 0;
}
