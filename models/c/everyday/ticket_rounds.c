/* truth: safe -- ticket rounds */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_uint next_ticket, now_serving;
static int shared_value;

static void lock(void)
{
    unsigned me = atomic_fetch_add(&next_ticket, 1u);
    while (atomic_load(&now_serving) != me)
        sched_yield();
}

static void unlock(void)
{
    atomic_fetch_add(&now_serving, 1u);
}

static void *w(void *a)
{
    (void)a;
    for (int i = 0; i < 100; i++) {
        lock();
        int v = shared_value;
        shared_value = v + 1;
        assert(shared_value == v + 1);
        unlock();
    }
    return NULL;
}

int main(int argc, char **argv)
{
    (void)argv;
    for (int i = 0; i < argc; i++) {
        pthread_t t;
        pthread_create(&t, NULL, w, NULL);
    }
    pthread_exit(NULL);
}
