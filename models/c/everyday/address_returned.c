/* truth: unsafe, expect: unsafe -- the address of one of two variables is returned */
#include <assert.h>
#include <pthread.h>
static int a = 1, b = 2;
static int flag;
static void *f(void *p) { if (flag) return &a; return &b; }
static void *g(void *p) { flag = 1; return 0; }
int main(void)
{
    pthread_t t, u; void *r;
    pthread_create(&t, 0, f, 0); pthread_create(&u, 0, g, 0);
    pthread_join(t, &r); pthread_join(u, 0);
    int *q = r;
    assert(*q == 2);
    return 0;
}
