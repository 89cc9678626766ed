// handle_of_two_numbers.c: handles in rows and columns: of the second column another kind; truth: unsafe; expect: unsafe
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
    pthread_t t[2][2];
    int i = argc > 2, j = argc > 1;
    pthread_create(&t[0][0], NULL, first, NULL);
    pthread_create(&t[1][0], NULL, first, NULL);
    pthread_create(&t[0][1], NULL, second, NULL);
    pthread_create(&t[1][1], NULL, second, NULL);
    pthread_join(t[i][j], NULL);
    assert(a == 1);
    return 0;
}
