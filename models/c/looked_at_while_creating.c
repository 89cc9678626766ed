/* truth: unsafe, expect: unsafe -- before create in loop */
#include <assert.h>
#include <pthread.h>
static int x;
static void *f(void *a) { x = 1; return a; }
int main(int argc, char **argv)
{
    (void)argv;
    for (int i = 0; i < argc; i++) {
        pthread_t t;
        assert(x == 0);
        pthread_create(&t, 0, f, 0);
    }
    return 0;
}
