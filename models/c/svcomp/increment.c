/* truth: safe, expect: safe -- increment, in the style of SV-COMP */
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
volatile unsigned value, m = 0;

void __VERIFIER_atomic_acquire()
{
    assume_abort_if_not(m == 0);
    m = 1;
}

void __VERIFIER_atomic_release()
{
    assume_abort_if_not(m == 1);
    m = 0;
}

void *thr1(void *arg)
{
    unsigned v = 0;
    __VERIFIER_atomic_acquire();
    if (value == 0u - 1) {
        __VERIFIER_atomic_release();
        return 0;
    } else {
        v = value;
        value = v + 1;
        __VERIFIER_atomic_release();
        assert(value > v);
        return 0;
    }
}

int main()
{
    pthread_t t;
    while (1) {
        pthread_create(&t, 0, thr1, 0);
    }
}
