/* truth: safe, expect: safe -- mcs pointers */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#define N 2

struct qnode {
    struct qnode *_Atomic next;
    atomic_bool locked;
};
static struct qnode nodes[N];
static struct qnode *_Atomic tail;
static int in_cs;

static void mcs_lock(struct qnode *me)
{
    atomic_store(&me->next, NULL);
    atomic_store(&me->locked, true);
    struct qnode *prev = atomic_exchange(&tail, me);
    if (prev) {
        atomic_store(&prev->next, me);
        while (atomic_load(&me->locked))
            ;
    }
}

static void mcs_unlock(struct qnode *me)
{
    struct qnode *nx = atomic_load(&me->next);
    if (!nx) {
        struct qnode *e = me;
        if (atomic_compare_exchange_strong(&tail, &e, NULL))
            return;
        while (!(nx = atomic_load(&me->next)))
            ;
    }
    atomic_store(&nx->locked, false);
}

static void *w(void *p)
{
    struct qnode *me = p;
    for (int i = 0; i < 2; i++) {
        mcs_lock(me);
        in_cs++;
        assert(in_cs == 1);
        in_cs--;
        mcs_unlock(me);
    }
    return NULL;
}

int main(void)
{
    pthread_t t[N];
    for (int i = 0; i < N; i++)
        pthread_create(&t[i], 0, w, &nodes[i]);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], 0);
    return 0;
}
