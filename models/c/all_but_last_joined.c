// all_but_last_joined.c: main joins all of any number of threads but the last; the first has set its flag; truth: safe; expect: unknown
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
    for (long i = 0; i < argc - 1; i++)
        pthread_join(t[i], NULL);
    if (argc > 1) assert(first_done == 1);
    return 0;
}
