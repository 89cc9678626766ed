/* truth: safe, expect: safe -- spin flag c11 */
#include <stdatomic.h>
#include <threads.h>
#include <assert.h>
#include <stdbool.h>

struct spinlock { atomic_flag f; };
static struct spinlock l = { ATOMIC_FLAG_INIT };
static int owner = -1;

static inline void spin_acquire(struct spinlock *s)
{
    while (atomic_flag_test_and_set_explicit(&s->f, memory_order_acquire))
        thrd_yield();
}
static inline void spin_release(struct spinlock *s)
{
    atomic_flag_clear_explicit(&s->f, memory_order_release);
}

int worker(void *arg)
{
    int id = (int)(long)arg;
    for (int i = 0; i < 10; i++) {
        spin_acquire(&l);
        owner = id;
        assert(owner == id);
        owner = -1;
        spin_release(&l);
    }
    return 0;
}

int main(void)
{
    thrd_t t[4];
    for (long i = 0; i < 4; i++)
        thrd_create(&t[i], worker, (void *)i);
    for (int i = 0; i < 4; i++)
        thrd_join(t[i], NULL);
    return 0;
}
