       
typedef struct { int x; } pthread_t_; typedef unsigned long pthread_t; typedef struct{int a;} pthread_mutex_t; typedef struct{int a;} pthread_cond_t; typedef struct{int a;} pthread_rwlock_t; typedef struct{int a;} pthread_barrier_t;typedef int pthread_once_t; typedef int pthread_spinlock_t;
typedef struct{int a;} sem_t; typedef unsigned long thrd_t; typedef struct {int a;} mtx_t;
void __assert_fail(const char *, const char *, unsigned, const char *);
typedef unsigned char uint8_t; typedef unsigned int uint32_t; typedef long intptr_t;
struct account {
    pthread_mutex_t lock;
    int balance;
};
static struct account checking = {{0}, 3}, savings = {{0}, 3};
static void transfer(struct account *from, struct account *to, int amount)
{
    pthread_mutex_lock(&from->lock);
    if (from->balance >= amount) {
        pthread_mutex_lock(&to->lock);
        from->balance -= amount;
        to->balance += amount;
        pthread_mutex_unlock(&to->lock);
    }
    pthread_mutex_unlock(&from->lock);
}
static void *worker(void *arg)
{
    (void)arg;
    transfer(&checking, &savings, 2);
    return ((void*)0);
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, ((void*)0), worker, ((void*)0));
    pthread_create(&b, ((void*)0), worker, ((void*)0));
    pthread_join(a, ((void*)0));
    pthread_join(b, ((void*)0));
    ((checking.balance + savings.balance == 6) ? (void)0 : __assert_fail("x", "f", 1, "g"));
    ((checking.balance == 1) ? (void)0 : __assert_fail("x", "f", 1, "g"));
    return 0;
}
