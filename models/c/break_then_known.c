/* truth: safe, expect: safe -- what follows the switch is done on every way */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int x;

static void *f(void *p)
{
    (void)p;
    assert(x == 3);
    return NULL;
}

int main(int argc, char **argv)
{
    (void)argv;
    pthread_t t;
    switch (1) {
    case 1:
        if (argc > 2) break;
        x = 1;
    }
    x = 3;
    for (int i = 0; i < argc; i++)
        pthread_create(&t, NULL, f, NULL);
    return 0;
}
