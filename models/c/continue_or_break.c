/* truth: unsafe, expect: unsafe -- each round ends the loop, or goes on before it sets x */
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
    for (int k = 0; k < 2; k++) {
        if (argc > 3) continue;
        x = 1;
        break;
    }
    for (int i = 0; i < argc; i++)
        pthread_create(&t, NULL, f, NULL);
    return 0;
}
