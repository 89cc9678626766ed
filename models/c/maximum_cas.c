/* truth: safe, expect: safe -- maximum cas */
#include <stdatomic.h>
#include <pthread.h>
#include <assert.h>
static _Atomic int maximum = 0;
static void update(int v) {
    int cur = atomic_load(&maximum);
    while (cur < v && !atomic_compare_exchange_weak(&maximum, &cur, v)) { }
    assert(atomic_load(&maximum) >= v);
}
static void *w(void *p) { update((int)(long)p); return 0; }
int main(void) {
    pthread_t t[3];
    for (long i = 0; i < 3; i++) pthread_create(&t[i], 0, w, (void *)(i + 1));
    for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
    assert(maximum == 3);
    return 0;
}
