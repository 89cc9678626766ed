/* truth: unsafe, expect: unsafe -- goto skips store */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static int x;
static void *f(void *a) { assert(x == 5); return a; }
int main(int argc, char **argv)
{
    (void)argv;
    pthread_t t;
    if (argc > 3) goto skip;
    x = 5;
skip:
    pthread_create(&t, NULL, f, NULL);
    pthread_join(t, NULL);
    return 0;
}
