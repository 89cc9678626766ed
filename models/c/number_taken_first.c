// number_taken_first.c: the number of the handle is counted before the thread begins; truth: safe; expect: safe
#include <assert.h>
#include <pthread.h>

static pthread_t t[10];
static int n;

static void *worker(void *arg)
{
    assert(n >= 1);
    return arg;
}

int main(void)
{
    pthread_create(&t[n++], NULL, worker, NULL);
    pthread_join(t[0], NULL);
    return 0;
}
