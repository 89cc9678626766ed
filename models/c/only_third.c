/* truth: unsafe -- only one of the numbers is given to a thread */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static long last;

static void *f(void *p)
{
    last = (long)p;
    return NULL;
}

int main(int argc, char **argv)
{
    (void)argv;
    pthread_t t;
    for (int i = 0; i < argc; i++)
        if (i == 3) pthread_create(&t, NULL, f, (void *)(long)i);
    if (argc > 3) pthread_join(t, NULL);
    assert(last != 3);
    return 0;
}
