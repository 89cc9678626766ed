       
typedef struct { int x; } pthread_t_; typedef unsigned long pthread_t; typedef struct{int a;} pthread_mutex_t; typedef struct{int a;} pthread_cond_t; typedef struct{int a;} pthread_rwlock_t; typedef struct{int a;} pthread_barrier_t;typedef int pthread_once_t; typedef int pthread_spinlock_t;
typedef struct{int a;} sem_t; typedef unsigned long thrd_t; typedef struct {int a;} mtx_t;
void __assert_fail(const char *, const char *, unsigned, const char *);
typedef unsigned char uint8_t; typedef unsigned int uint32_t; typedef long intptr_t;
static _Thread_local int depth = 0;
static _Atomic int lock = 0;
static int shared_depth;
static void enter(void) {
    if (depth++ == 0) {
        int expected = 0;
        while (!atomic_compare_exchange_weak(&lock, &expected, 1))
            expected = 0;
    }
}
static void leave(void) {
    if (--depth == 0)
        atomic_store(&lock, 0);
}
static int worker(void *x) {
    (void)x;
    enter();
    shared_depth++;
    enter();
    ((shared_depth == 1) ? (void)0 : __assert_fail("x", "f", 1, "g"));
    leave();
    shared_depth--;
    leave();
    return 0;
}
int main(int argc, char **argv) {
    (void)argv;
    for (int k = 0; k < argc; k++) {
        thrd_t t;
        thrd_create(&t, worker, ((void*)0));
        thrd_detach(t);
    }
    thrd_exit(0);
}
