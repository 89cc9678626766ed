// handles_counted_down.c: handles in an array, joined from the last to the first; truth: safe; expect: safe
#include <assert.h>
#include <pthread.h>

static int a, b;

static void *first(void *arg)
{
    a = 1;
    return arg;
}

static void *second(void *arg)
{
    b = 1;
    return arg;
}

int main(void)
{
    pthread_t t[2];
    int n = 0;
    pthread_create(&t[n], NULL, first, NULL);
    n++;
    pthread_create(&t[n], NULL, second, NULL);
    n++;
    while (n-- > 0)
        pthread_join(t[n], NULL);
    assert(a == 1 && b == 1);
    return 0;
}
