// result_of_child.c: a thread of any number gets the result of the one that it has created; truth: unsafe; expect: unknown
#include <assert.h>
#include <pthread.h>

static void *child(void *arg)
{
    (void)arg;
    return (void *)5;
}

static void *parent(void *arg)
{
    pthread_t t;
    void *result = (void *)1;
    pthread_create(&t, NULL, child, NULL);
    pthread_join(t, &result);
    assert((long)result == 1);
    return arg;
}

int main(int argc, char **argv)
{
    (void)argv;
    for (int i = 0; i < argc; i++) {
        pthread_t t;
        pthread_create(&t, NULL, parent, NULL);
    }
    pthread_exit(NULL);
}
