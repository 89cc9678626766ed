// result_of_either.c: the result of one of two threads that is joined, whichever it is, is not what was there before; truth: unsafe; expect: unsafe
#include <assert.h>
#include <pthread.h>

static void *five(void *arg)
{
    (void)arg;
    return (void *)5;
}

static void *six(void *arg)
{
    (void)arg;
    return (void *)6;
}

int main(int argc, char **argv)
{
    pthread_t t[2];
    void *result = (void *)1;
    int i = argc > 1;
    (void)argv;
    pthread_create(&t[0], NULL, five, NULL);
    pthread_create(&t[1], NULL, six, NULL);
    pthread_join(t[i], &result);
    assert((long)result == 1);
    return 0;
}
