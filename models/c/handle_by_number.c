// handle_by_number.c: the handle that is joined is the first of two, whatever its number; truth: unsafe; expect: unsafe
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
    pthread_t t[4];
    int n = argc > 1;
    pthread_create(&t[n], NULL, first, NULL);
    n++;
    pthread_create(&t[n], NULL, second, NULL);
    n--;
    pthread_join(t[n], NULL);
    assert(b == 1);
    return 0;
}
