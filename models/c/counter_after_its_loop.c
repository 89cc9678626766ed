// counter_after_its_loop.c: a variable is counted to 15 by a loop, and goes on after it; truth: unsafe; expect: unsafe
#include <assert.h>
#include <pthread.h>

static void *worker(void *arg)
{
    int x = 0;
    while (x < 15)
        x = x + 1;
    x = x + 5;
    assert(x <= 19);
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    return 0;
}
