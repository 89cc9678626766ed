/* truth: safe, expect: safe -- cas increment */
#include <assert.h>
#include <pthread.h>
void reach_error(void) { assert(0); }
void __VERIFIER_assert(int cond) { if (!cond) reach_error(); }
volatile unsigned value;
void __VERIFIER_atomic_CAS(volatile unsigned *v, unsigned e, unsigned u, unsigned *r) {
    if (*v == e) { *v = u, *r = 1; } else { *r = 0; }
}
void *thr1(void *arg) {
    unsigned v = 0, vn, casret;
    do {
        v = value;
        if (v == 0u - 1) { return 0; }
        vn = v + 1;
        __VERIFIER_atomic_CAS(&value, v, vn, &casret);
    } while (casret == 0);
    __VERIFIER_assert(value > v);
    return 0;
}
int main() {
    pthread_t t;
    while (1) { pthread_create(&t, 0, thr1, 0); }
}
