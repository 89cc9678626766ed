/* truth: safe -- the first numbers are left out */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static void *f(void *p)
{
    assert((long)p >= 3);
    return NULL;
}

int main(int argc, char **argv)
{
    (void)argv;
    pthread_t t;
    for (int i = 0; i < argc; i++) {
        if (i < 3) continue;
        pthread_create(&t, NULL, f, (void *)(long)i);
    }
    return 0;
}
