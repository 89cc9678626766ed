/* truth: safe, expect: safe -- maximum, in the style of SV-COMP */
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
volatile int *p;
int A, B;
int n;
int l;

void __VERIFIER_atomic_lock()
{
    assume_abort_if_not(l == 0);
    l = 1;
}

void *thr(void *a)
{
    int k = __VERIFIER_nondet_int();
    __VERIFIER_atomic_lock();
    if (k > n)
        n = k;
    int t = n;
    assert(t >= k);
    l = 0;
    return 0;
}

int main()
{
    pthread_t t;
    p = &A;
    n = __VERIFIER_nondet_int();
    while (1)
        pthread_create(&t, 0, thr, 0);
}
