// status_of_argument.c: a status that starts at 200 gets what the command line says, and may be 404; inputs: 0,200,404; truth: unsafe; expect: unsafe
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int input, status = 200;

static void *server(void *arg)
{
    int now = 200;
    now = input;
    if (now != 200) status = now;
    return arg;
}

int main(int argc, char **argv)
{
    pthread_t t;
    input = argc > 1 ? atoi(argv[1]) : 200;
    pthread_create(&t, NULL, server, NULL);
    pthread_join(t, NULL);
    assert(status != 404);
    return 0;
}
