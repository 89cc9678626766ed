// joined_backwards.c: any number of threads count, joined from the last to the first; truth: safe; expect: safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int total;

static void *work(void *arg)
{
    total++;
    return arg;
}

int main(int argc, char **argv)
{
    pthread_t *t = malloc(argc * sizeof *t);
    (void)argv;
    for (int i = 0; i < argc; i++)
        pthread_create(&t[i], NULL, work, NULL);
    for (int i = argc - 1; i >= 0; i--)
        pthread_join(t[i], NULL);
    assert(total == argc);
    free(t);
    return 0;
}
