/* truth: unsafe, expect: unsafe -- guess in main */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static void *f(void *p) { return p; }
int main(int argc, char **argv)
{
    (void)argv;
    pthread_t t;
    for (int i = 0; i < argc; i++) {
        pthread_create(&t, 0, f, 0);
        assert(i < 4);
    }
    return 0;
}
