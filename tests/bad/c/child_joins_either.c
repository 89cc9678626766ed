#include <pthread.h>

static pthread_t first;

static void *worker(void *arg)
{
    return arg;
}

static void *waiter(void *arg)
{
    pthread_join(first, NULL);
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&first, NULL, worker, NULL);
    pthread_create(&t, NULL, waiter, NULL);
    pthread_join(t, NULL);
    pthread_create(&first, NULL, worker, NULL);
    pthread_join(first, NULL);
    return 0;
}
