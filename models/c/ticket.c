// ticket.c: the ticket lock, any number of threads; truth: safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct ticket_lock {
    atomic_uint next, serving;
};

static struct ticket_lock lock;
static int owner_count;

static void ticket_acquire(struct ticket_lock *l)
{
    unsigned my = atomic_fetch_add(&l->next, 1);
    while (atomic_load(&l->serving) != my)
        ;
}

static void ticket_release(struct ticket_lock *l) { atomic_fetch_add(&l->serving, 1); }

static void *worker(void *arg)
{
    (void)arg;
    while (1) {
        ticket_acquire(&lock);
        owner_count++;
        assert(owner_count == 1);
        owner_count--;
        ticket_release(&lock);
    }
    return NULL;
}

int main(int argc, char **argv)
{
    (void)argv;
    pthread_t t;
    for (int i = 0; i < argc + 1; i++)
        pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    return 0;
}
