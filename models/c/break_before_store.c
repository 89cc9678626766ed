/* truth: unsafe, expect: unsafe -- the switch that sets x may be left before */
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

int main(int argc, char **argv)
{
    (void)argv;
    pthread_t t;
    switch (1) {
    case 1:
        if (argc > 2) break;
        x = 1;
        break;
    }
    for (int i = 0; i < argc; i++)
        pthread_create(&t, NULL, f, NULL);
    return 0;
}
