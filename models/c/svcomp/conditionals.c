/* truth: safe, expect: safe -- conditionals, in the style of SV-COMP */
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
int m = 0, x = 0, y = 0;

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
    __VERIFIER_atomic_acquire();
    if (x == 0) {
        y = 1;
        x = 1;
    } else {
        x = 0;
        y = 0;
    }
    __VERIFIER_atomic_release();
    __VERIFIER_atomic_acquire();
    assert(x == y);
    __VERIFIER_atomic_release();
    return 0;
}

int main()
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, thr1, 0);
}
