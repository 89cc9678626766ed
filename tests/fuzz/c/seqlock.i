       
typedef struct { int x; } pthread_t_; typedef unsigned long pthread_t; typedef struct{int a;} pthread_mutex_t; typedef struct{int a;} pthread_cond_t; typedef struct{int a;} pthread_rwlock_t; typedef struct{int a;} pthread_barrier_t;typedef int pthread_once_t; typedef int pthread_spinlock_t;
typedef struct{int a;} sem_t; typedef unsigned long thrd_t; typedef struct {int a;} mtx_t;
void __assert_fail(const char *, const char *, unsigned, const char *);
typedef unsigned char uint8_t; typedef unsigned int uint32_t; typedef long intptr_t;
static atomic_uint sequence;
static atomic_int x, y;
static void *writer(void *arg)
{
    for (int i = 0; i < 3; i++) {
        atomic_fetch_add(&sequence, 1);
        atomic_store(&x, i);
        atomic_store(&y, i);
        atomic_fetch_add(&sequence, 1);
    }
    return arg;
}
static void *reader(void *arg)
{
    unsigned before, after;
    int a, b;
    do {
        before = atomic_load(&sequence);
        a = atomic_load(&x);
        b = atomic_load(&y);
        after = atomic_load(&sequence);
    } while (before % 2 != 0 || before != after);
    ((a == b) ? (void)0 : __assert_fail("x", "f", 1, "g"));
    return arg;
}
int main(void)
{
    pthread_t w, r;
    pthread_create(&w, ((void*)0), writer, ((void*)0));
    pthread_create(&r, ((void*)0), reader, ((void*)0));
    pthread_join(w, ((void*)0));
    pthread_join(r, ((void*)0));
    return 0;
}
