// handle_perhaps_copied.c: which thread is joined depends on the command line; truth: unsafe; expect: unsafe
#include <assert.h>
#include <pthread.h>

static int a, b;

static void *first(void *arg)
{
    a = 1;
    return arg;
}

static void *second(void *arg)
{
    b = 1;
    return arg;
}

int main(int argc, char **argv)
{
    (void)argv;
    pthread_t t, u;
    pthread_create(&t, NULL, first, NULL);
    pthread_create(&u, NULL, second, NULL);
    if (argc > 2) t = u;
    pthread_join(t, NULL);
    assert(b);
    return 0;
}
