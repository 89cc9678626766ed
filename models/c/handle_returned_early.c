// handle_returned_early.c: a function that may return early sets the handle that is joined; truth: unsafe; expect: unsafe
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

static void choose(pthread_t *to, pthread_t from, int n)
{
    if (n > 2) return;
    *to = from;
}

int main(int argc, char **argv)
{
    (void)argv;
    pthread_t t, u;
    pthread_create(&t, NULL, first, NULL);
    pthread_create(&u, NULL, second, NULL);
    choose(&t, u, argc);
    pthread_join(t, NULL);
    assert(b);
    return 0;
}
