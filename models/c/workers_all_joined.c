// workers_all_joined.c: any number of threads count without a lock; main joins each of them, then looks; truth: unsafe; expect: unsafe
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct worker {
    pthread_t tid;
    int number;
};

static int done;

static void *work(void *arg)
{
    int seen = done;
    done = seen + 1;
    return arg;
}

int main(int argc, char **argv)
{
    struct worker *w = calloc((size_t)argc, sizeof *w);
    (void)argv;
    if (!w)
        return 1;
    for (int i = 0; i < argc; i++)
        if (pthread_create(&w[i].tid, NULL, work, NULL) != 0) {
            perror("create");
            exit(1);
        }
    for (int i = 0; i < argc; i++)
        if (pthread_join(w[i].tid, NULL) != 0)
            return 2;
    assert(done == argc);
    free(w);
    return 0;
}
