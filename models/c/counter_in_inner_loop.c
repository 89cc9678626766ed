// counter_in_inner_loop.c: a loop tests a counter that another loop within it raises several times; truth: unsafe; expect: unsafe
#include <assert.h>
#include <pthread.h>

static int more;

static void *worker(void *arg)
{
    int x = 0;
    while (x < 12) {
        do
            x++;
        while (more);
    }
    assert(x <= 12);
    return arg;
}

int main(int argc, char **argv)
{
    pthread_t t;
    (void)argv;
    pthread_create(&t, NULL, worker, NULL);
    more = 1;
    if (argc > 1) more = 0;
    pthread_join(t, NULL);
    return 0;
}
