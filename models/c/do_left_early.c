/* truth: unsafe, expect: unsafe -- the loop may be left in its first round */
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
    int n = 0;
    do {
        x = n;
        if (argc > 3) break;
        n++;
    } while (n < 2);
    for (int i = 0; i < argc; i++)
        pthread_create(&t, NULL, f, NULL);
    return 0;
}
