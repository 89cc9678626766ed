// status_is_set.c: whatever the command line says, 30 is stored, and read again; truth: safe; expect: safe
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int status, seen = -1;

static void *server(void *arg)
{
    status = 30;
    seen = status;
    assert(seen == 30 || seen < 0);
    return arg;
}

int main(int argc, char **argv)
{
    pthread_t t;
    status = argc > 1 ? atoi(argv[1]) : 200;
    pthread_create(&t, NULL, server, NULL);
    return 0;
}
