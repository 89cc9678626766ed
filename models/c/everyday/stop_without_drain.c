/* truth: unsafe, expect: unsafe -- stop without drain */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <unistd.h>

static atomic_bool quit;
static atomic_bool closed;

static void *handler(void *arg)
{
    while (!quit)
        assert(!closed);
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, handler, NULL);
    sleep(1);
    quit = true;
    closed = true;
    pthread_join(t, NULL);
    return 0;
}
