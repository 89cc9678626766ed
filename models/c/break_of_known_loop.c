/* truth: unsafe, expect: unsafe -- a loop whose rounds are known, but not where it is left */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int x;

static void *f(void *p)
{
    (void)p;
    assert(x == 2);
    return NULL;
}

int main(int argc, char **argv)
{
    (void)argv;
    pthread_t t;
    for (int k = 0; k < 3; k++) {
        if (argc == k + 2) break;
        x = k;
    }
    for (int i = 0; i < argc; i++)
        pthread_create(&t, NULL, f, NULL);
    return 0;
}
