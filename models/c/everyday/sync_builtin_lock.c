/* truth: safe -- sync builtin lock */
#include <assert.h>
#include <pthread.h>
static int lock_word;
static long total;

static void acquire(volatile int *l)
{
    while (__sync_lock_test_and_set(l, 1))
        while (*l)
            ;
}

static void release(volatile int *l)
{
    __sync_lock_release(l);
}

static void *w(void *a)
{
    long mine = 0;
    for (int i = 0; i < 3; i++) {
        acquire(&lock_word);
        long before = total;
        total = before + 1;
        mine++;
        assert(total > before);
        release(&lock_word);
    }
    __atomic_add_fetch(&total, 0, __ATOMIC_SEQ_CST);
    (void)mine;
    return a;
}

int main(int argc, char **argv)
{
    (void)argv;
    pthread_t t;
    for (int i = 0; i < argc; i++)
        pthread_create(&t, 0, w, 0);
    return 0;
}
