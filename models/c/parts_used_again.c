/* truth: safe, expect: safe -- when all threads of the first round are joined, their parts go to those of the second */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct part {
    int number, state;
};

static void *first(void *arg)
{
    struct part *p = arg;
    assert(p->state == 1);
    p->state = 2;
    return NULL;
}

static void *second(void *arg)
{
    struct part *p = arg;
    assert(p->state == 5);
    p->state = 6;
    assert(p->state == 6);
    return NULL;
}

int main(int argc, char **argv)
{
    (void)argv;
    int n = argc;
    struct part *parts = malloc((size_t)n * sizeof *parts);
    pthread_t t[n];
    for (int i = 0; i < n; i++) {
        parts[i].state = 1;
        pthread_create(&t[i], NULL, first, &parts[i]);
    }
    for (int i = 0; i < n; i++)
        pthread_join(t[i], NULL);
    for (int i = 0; i < n; i++) {
        parts[i].state = 5;
        pthread_create(&t[i], NULL, second, &parts[i]);
    }
    for (int i = 0; i < n; i++)
        pthread_join(t[i], NULL);
    free(parts);
    return 0;
}
