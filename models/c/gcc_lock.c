// gcc_lock.c: a lock by the compiler's older atomic functions; truth: safe; expect: safe
#include <assert.h>
#include <pthread.h>

static volatile int lock;
static int data;

static void enter(void)
{
    while (__sync_lock_test_and_set(&lock, 1))
        while (lock)
            ;
}

static void leave(void) { __sync_lock_release(&lock); }

static void *worker(void *arg)
{
    enter();
    int old = data;
    data = !old;
    assert(data != old);
    leave();
    return arg;
}

int main(void)
{
    pthread_t t[4];
    for (int i = 0; i < 4; i++)
        pthread_create(&t[i], 0, worker, 0);
    for (int i = 0; i < 4; i++)
        pthread_join(t[i], 0);
    return 0;
}
