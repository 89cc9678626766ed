       
typedef struct { int x; } pthread_t_; typedef unsigned long pthread_t; typedef struct{int a;} pthread_mutex_t; typedef struct{int a;} pthread_cond_t; typedef struct{int a;} pthread_rwlock_t; typedef struct{int a;} pthread_barrier_t;typedef int pthread_once_t; typedef int pthread_spinlock_t;
typedef struct{int a;} sem_t; typedef unsigned long thrd_t; typedef struct {int a;} mtx_t;
void __assert_fail(const char *, const char *, unsigned, const char *);
typedef unsigned char uint8_t; typedef unsigned int uint32_t; typedef long intptr_t;
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
        ((owner_count == 1) ? (void)0 : __assert_fail("x", "f", 1, "g"));
        owner_count--;
        ticket_release(&lock);
    }
    return ((void*)0);
}
int main(int argc, char **argv)
{
    (void)argv;
    pthread_t t;
    for (int i = 0; i < argc + 1; i++)
        pthread_create(&t, ((void*)0), worker, ((void*)0));
    pthread_join(t, ((void*)0));
    return 0;
}
