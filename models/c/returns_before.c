/* truth: unsafe, expect: unsafe -- the function that sets x may return before */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int x;

static void *f(void *p)
{
    (void)p;
    assert(x == 1);
    return NULL;
}

static void set(int c)
{
    if (c > 3) return;
    x = 1;
}

int main(int argc, char **argv)
{
    (void)argv;
    pthread_t t;
    set(argc);
    pthread_create(&t, NULL, f, NULL);
    return 0;
}
