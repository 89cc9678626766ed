/* truth: safe -- increment cas, in the style of SV-COMP */
extern void abort(void);
#include <assert.h>

void reach_error(void)
{
    assert(0);
}

#include <pthread.h>

void assume_abort_if_not(int cond)
{
    if (!cond) {
        abort();
    }
}

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
#undef assert
#define assert(e)                                                                                  \
    {                                                                                              \
        if (!(e)) {                                                                                \
        ERROR : {                                                                                  \
            reach_error();                                                                         \
            (void)0;                                                                               \
        }                                                                                          \
        }                                                                                          \
    }
volatile unsigned value;

void __VERIFIER_atomic_CAS(volatile unsigned *v, unsigned e, unsigned u, unsigned *r)
{
    if (*v == e) {
        *v = u, *r = 1;
    } else {
        *r = 0;
    }
}

void *thr1(void *arg)
{
    unsigned v, vn, casret;
    do {
        v = value;
        if (v == 0u - 1) {
            return 0;
        }
        vn = v + 1;
        __VERIFIER_atomic_CAS(&value, v, vn, &casret);
    } while (casret == 0);
    assert(value > v);
    return 0;
}

int main()
{
    pthread_t t;
    while (1) {
        pthread_create(&t, 0, thr1, 0);
    }
}
