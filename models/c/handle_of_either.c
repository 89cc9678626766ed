// handle_of_either.c: of two threads the one is joined that a condition chooses; truth: safe; expect: safe
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
    assert(argc > 2 ? b : a);
    return 0;
}
