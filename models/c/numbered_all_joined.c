// numbered_all_joined.c: threads with elements and numbers of their own count; all are joined; truth: safe; expect: safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct worker {
    pthread_t handle;
    int number;
};

static atomic_int total;

static void *work(void *arg)
{
    struct worker *w = arg;
    assert(w->number >= 0);
    total++;
    return NULL;
}

int main(int argc, char **argv)
{
    struct worker *w = calloc(argc, sizeof *w);
    (void)argv;
    for (int i = 0; i < argc; i++) {
        w[i].number = i;
        pthread_create(&w[i].handle, NULL, work, &w[i]);
    }
    for (int i = 0; i < argc; i++)
        pthread_join(w[i].handle, NULL);
    assert(total == argc);
    free(w);
    return 0;
}
