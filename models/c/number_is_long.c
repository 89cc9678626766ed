/* truth: unsafe -- the arguments do not fit into 32 bits */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static void *f(void *p)
{
    assert((long)p < 5000000000L);
    return NULL;
}

int main(int argc, char **argv)
{
    (void)argv;
    pthread_t t;
    for (int i = 0; i < argc; i++)
        pthread_create(&t, NULL, f, (void *)(i * 4000000000L));
    return 0;
}
