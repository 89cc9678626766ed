// waits_then_creates.c: main waits for a flag of one thread before it creates the next; truth: safe; expect: safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;
static int x;

static void *writer(void *arg)
{
    x = 1;
    flag = 1;
    return arg;
}

static void *reader(void *arg)
{
    assert(x == 1);
    return arg;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, NULL, writer, NULL);
    while (!flag)
        ;
    pthread_create(&u, NULL, reader, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    return 0;
}
