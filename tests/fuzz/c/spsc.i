       
typedef struct { int x; } pthread_t_; typedef unsigned long pthread_t; typedef struct{int a;} pthread_mutex_t; typedef struct{int a;} pthread_cond_t; typedef struct{int a;} pthread_rwlock_t; typedef struct{int a;} pthread_barrier_t;typedef int pthread_once_t; typedef int pthread_spinlock_t;
typedef struct{int a;} sem_t; typedef unsigned long thrd_t; typedef struct {int a;} mtx_t;
void __assert_fail(const char *, const char *, unsigned, const char *);
typedef unsigned char uint8_t; typedef unsigned int uint32_t; typedef long intptr_t;
static int ring[4];
static _Atomic unsigned head, tail;
static _Bool push(int v)
{
    unsigned h = atomic_load_explicit(&head, memory_order_relaxed);
    if (h - atomic_load_explicit(&tail, memory_order_acquire) == 4)
        return 0;
    ring[h & (4 - 1)] = v;
    atomic_store_explicit(&head, h + 1, memory_order_release);
    return 1;
}
static _Bool pop(int *v)
{
    unsigned t = atomic_load_explicit(&tail, memory_order_relaxed);
    if (t == atomic_load_explicit(&head, memory_order_acquire))
        return 0;
    *v = ring[t & (4 - 1)];
    atomic_store_explicit(&tail, t + 1, memory_order_release);
    return 1;
}
static void *producer(void *a) { for (int i = 1; i <= 6; ) if (push(i)) i++; return a; }
static void *consumer(void *a)
{
    int want = 1, v;
    while (want <= 6)
        if (pop(&v)) { ((v == want) ? (void)0 : __assert_fail("x", "f", 1, "g")); want++; }
    return a;
}
int main(void)
{
    pthread_t p, c;
    pthread_create(&p, 0, producer, 0);
    pthread_create(&c, 0, consumer, 0);
    pthread_join(p, 0);
    pthread_join(c, 0);
    return 0;
}
