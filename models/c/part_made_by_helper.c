/* truth: safe, expect: safe -- a function allocates and fills the part of each thread */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct part {
    int number, state;
};

static struct part *make(int number)
{
    struct part *p = malloc(sizeof *p);
    if (!p) abort();
    p->number = number;
    p->state = 1;
    return p;
}

static void *worker(void *arg)
{
    struct part *p = arg;
    assert(p->state == 1 && p->number >= 0);
    p->state = 2;
    free(p);
    return NULL;
}

int main(int argc, char **argv)
{
    (void)argv;
    for (int i = 0; i < argc; i++) {
        pthread_t t;
        struct part *p = make(i);
        pthread_create(&t, NULL, worker, p);
    }
    pthread_exit(NULL);
}
