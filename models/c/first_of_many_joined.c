// first_of_many_joined.c: of any number of threads main joins the first, which has set its number; truth: safe; expect: unknown
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int first_done;

static void *worker(void *arg)
{
    if ((long)arg == 0) first_done = 1;
    return NULL;
}

int main(int argc, char **argv)
{
    pthread_t *t = malloc((size_t)argc * sizeof *t);
    (void)argv;
    for (long i = 0; i < argc; i++)
        pthread_create(&t[i], NULL, worker, (void *)i);
    pthread_join(t[0], NULL);
    assert(first_done == 1);
    return 0;
}
