// child_before_value.c: a thread created by another may run before main has set the value; truth: unsafe; expect: unsafe
#include <assert.h>
#include <pthread.h>

static int value;

static void *child(void *arg)
{
    assert(value == 5);
    return arg;
}

static void *leader(void *arg)
{
    pthread_t id;
    pthread_create(&id, NULL, child, NULL);
    pthread_join(id, NULL);
    return arg;
}

int main(void)
{
    pthread_t id;
    pthread_create(&id, NULL, leader, NULL);
    value = 5;
    pthread_join(id, NULL);
    return 0;
}
