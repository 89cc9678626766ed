// double_checked_wrong.c: the flag is set before the data; truth: unsafe; expect: unsafe
#include <assert.h>
#include <stdatomic.h>
#include <threads.h>

static mtx_t lock;
static atomic_int ready;
static int data;

static int get(void *unused)
{
    (void)unused;
    if (!atomic_load_explicit(&ready, memory_order_acquire)) {
        mtx_lock(&lock);
        if (!atomic_load(&ready)) {
            atomic_store_explicit(&ready, 1, memory_order_release);
            data = 42;
        }
        mtx_unlock(&lock);
    }
    assert(data == 42);
    return 0;
}

int main(void)
{
    thrd_t t[3];
    mtx_init(&lock, mtx_plain);
    for (int i = 0; i < 3; i++)
        thrd_create(&t[i], get, NULL);
    for (int i = 0; i < 3; i++)
        thrd_join(t[i], NULL);
    mtx_destroy(&lock);
    return 0;
}
