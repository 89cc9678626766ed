/* truth: unsafe, expect: unsafe -- the return inside the switch is not on every way */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int x;

static void *f(void *p)
{
    (void)p;
    assert(x == 5);
    return NULL;
}

static int five(int c)
{
    switch (1) {
    case 1:
        if (c > 2) break;
        return 5;
    }
    return 7;
}

int main(int argc, char **argv)
{
    (void)argv;
    pthread_t t;
    x = five(argc);
    for (int i = 0; i < argc; i++)
        pthread_create(&t, NULL, f, NULL);
    return 0;
}
