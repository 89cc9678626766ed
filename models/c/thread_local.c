// thread_local.c: a counter of the thread's own is not disturbed by others; truth: safe; expect: safe
#include <assert.h>
#include <pthread.h>

static _Thread_local int mine = 1;

static void *worker(void *arg)
{
    mine = mine + 1;
    assert(mine == 2);
    return arg;
}

int main(int argc, char **argv)
{
    pthread_t t;
    (void)argv;
    while (argc-- > 0)
        pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    return 0;
}
