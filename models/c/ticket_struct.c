/* truth: safe, expect: safe -- ticket struct */
#include <stdatomic.h>
#include <pthread.h>
#include <assert.h>
typedef struct { atomic_uint next; atomic_uint serving; } ticket_lock;
static ticket_lock tl;
static int in_cs;
static void lock(ticket_lock *l) {
    unsigned me = atomic_fetch_add(&l->next, 1u);
    while (atomic_load(&l->serving) != me)
        ;
}
static void unlock(ticket_lock *l) {
    atomic_fetch_add(&l->serving, 1u);
}
static void *thread(void *p) {
    lock(&tl);
    in_cs++;
    assert(in_cs == 1);
    in_cs--;
    unlock(&tl);
    return p;
}
int main(int argc, char **argv) {
    pthread_t t;
    (void)argv;
    for (int i = 0; i < argc; i++)
        pthread_create(&t, NULL, thread, NULL);
    return 0;
}
