/* truth: safe, expect: safe -- parts in an array of main, handed out twice, with a join of all threads between */
#include <assert.h>
#include <pthread.h>

struct part {
    int number, state;
};

static void *worker(void *arg)
{
    struct part *p = arg;
    int state = p->state;
    p->state = state + 1;
    assert(p->state == state + 1);
    return NULL;
}

int main(int argc, char **argv)
{
    (void)argv;
    int n = argc > 60 ? 60 : argc;
    pthread_t t[64];
    struct part parts[64];
    for (int i = 0; i < n; i++) {
        parts[i].state = 0;
        pthread_create(&t[i], NULL, worker, &parts[i]);
    }
    for (int i = 0; i < n; i++)
        pthread_join(t[i], NULL);
    for (int i = 0; i < n; i++) {
        parts[i].state = 7;
        pthread_create(&t[i], NULL, worker, &parts[i]);
    }
    for (int i = 0; i < n; i++)
        pthread_join(t[i], NULL);
    return 0;
}
