/* truth: unsafe, expect: unsafe -- the result of trylock is not looked at */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int users;

static void *worker(void *arg)
{
    pthread_mutex_trylock(&m);
    users++;
    assert(users == 1);
    users--;
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void)
{
    pthread_t a, b;
    if (pthread_create(&a, NULL, worker, NULL) || pthread_create(&b, NULL, worker, NULL))
        exit(1);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
