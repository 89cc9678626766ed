// relay.c: a thread is followed by one like it, which it creates at its end; truth: safe; expect: safe
#include <assert.h>
#include <pthread.h>

static int alive;

static void *runner(void *arg)
{
    pthread_t next;
    alive++;
    assert(alive == 1);
    alive--;
    pthread_create(&next, NULL, runner, arg);
    return NULL;
}

int main(void)
{
    pthread_t first;
    pthread_create(&first, NULL, runner, NULL);
    pthread_exit(NULL);
}
