/* truth: unsafe, expect: unsafe -- sync lock recheck */
#include <pthread.h>
#include <assert.h>
static int lock;
static int data;
static void lock_it(int *l) { while (__sync_lock_test_and_set(l, 1)) { while (*l) ; } }
static void unlock_it(int *l) { __sync_lock_release(l); }
static void *f(void *x) {
    lock_it(&lock);
    data++;
    unlock_it(&lock);
    if (data > 1) {
        lock_it(&lock);
        assert(data > 1);
        data = 0;
        unlock_it(&lock);
    }
    return x;
}
int main() {
    pthread_t a, b, c, d;
    pthread_create(&a, 0, f, 0);
    pthread_create(&b, 0, f, 0);
    pthread_create(&c, 0, f, 0);
    f(0);
    pthread_join(a, 0); pthread_join(b, 0); pthread_join(c, 0);
    (void)d;
    return 0;
}
