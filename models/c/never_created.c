// never_created.c: main waits for what never comes before it creates threads that would fail; truth: safe; expect: safe
#include <assert.h>
#include <pthread.h>
static volatile int go;
static void *never(void *arg)
{
    if (go == 2)
        go = 1;
    return arg;
}
static void *checker(void *arg)
{
    assert(0);
    return arg;
}
int main(int argc, char **argv)
{
    pthread_t t;
    (void)argv;
    for (int i = 0; i < argc; i++)
        pthread_create(&t, NULL, never, NULL);
    while (!go)
        ;
    for (int i = 0; i < argc; i++)
        pthread_create(&t, NULL, checker, NULL);
    return 0;
}
