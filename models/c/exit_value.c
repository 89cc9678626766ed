/* truth: unsafe, expect: unsafe -- what pthread_exit is given is what pthread_join gets, as if it were returned */
#include <assert.h>
#include <pthread.h>

static int asked;

static void leave(void)
{
    pthread_exit((void *)7);
}

static void *worker(void *arg)
{
    if (asked) leave();
    return arg;
}

static void *asker(void *arg)
{
    asked = 1;
    return arg;
}

int main(void)
{
    pthread_t a, b;
    void *r;
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, asker, NULL);
    pthread_join(a, &r);
    assert(r != (void *)7);
    pthread_join(b, NULL);
    return 0;
}
