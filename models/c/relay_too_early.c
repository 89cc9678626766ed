// relay_too_early.c: a thread is followed by one like it, which it creates too early; truth: unsafe; expect: unsafe
#include <assert.h>
#include <pthread.h>

static int alive;

static void *runner(void *arg)
{
    pthread_t next;
    alive++;
    assert(alive == 1);
    pthread_create(&next, NULL, runner, arg);
    alive--;
    return NULL;
}

int main(void)
{
    pthread_t first;
    pthread_create(&first, NULL, runner, NULL);
    pthread_exit(NULL);
}
