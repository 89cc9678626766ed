/* truth: unsafe -- a thread sets the variable of the loop back, so that two get the number 1 */
#include <assert.h>
#include <pthread.h>

static int i, hit;

static void *f(void *p)
{
    if ((long)p == 1) {
        int h = __sync_add_and_fetch(&hit, 1);
        assert(h == 1);
        i = 0;
    }
    return NULL;
}

int main(int argc, char **argv)
{
    (void)argv;
    pthread_t t;
    for (i = 0; i < argc; i++)
        pthread_create(&t, NULL, f, (void *)(long)i);
    return 0;
}
