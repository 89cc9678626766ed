/* truth: safe -- what strcmp returns is read as any number: that must not become a run to a failing assertion */
#include <assert.h>
#include <pthread.h>
#include <string.h>

static const char *name = "a";

static void *worker(void *arg)
{
    assert(strcmp(name, "a") == 0);
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    return 0;
}
