/* truth: safe, expect: safe -- ttas backoff, in the style of SV-COMP */
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
int lock = 0;
int c;

void __VERIFIER_atomic_TAS(volatile int *v, volatile int *o)
{
    *o = *v;
    *v = 1;
}

void acquire_lock()
{
    int delay;
    int cond;
    delay = 1;
    while (1) {
        while (lock == 1) {
        }
        __VERIFIER_atomic_TAS(&lock, &cond);
        if (cond == 1) {
            if (delay * 2 > 32) {
                delay = 32;
            } else {
                delay = delay * 2;
            }
        } else {
            break;
        }
    }
}

void release_lock()
{
    assert(lock != 0);
    lock = 0;
}

void *thr1(void *a)
{
    acquire_lock();
    c++;
    assert(c == 1);
    --c;
    release_lock();
    return 0;
}

int main()
{
    pthread_t t;
    while (1) {
        pthread_create(&t, 0, thr1, 0);
    }
}
