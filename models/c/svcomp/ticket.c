/* truth: safe -- ticket, in the style of SV-COMP */
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
#define unlikely(x) x
volatile unsigned s = 0, t = 0;
int c = 0;

unsigned __VERIFIER_atomic_fetch_and_inc()
{
    unsigned v = t;
    assume_abort_if_not(t != -1);
    t = t + 1;
    return v;
}

void spin_lock()
{
    unsigned l = __VERIFIER_atomic_fetch_and_inc();
    while (l != s)
        ;
}

void spin_unlock()
{
    s++;
}

void *thr1(void *arg)
{
    spin_lock();
    c++;
    assert(c == 1);
    c--;
    spin_unlock();
    return 0;
}

int main()
{
    pthread_t x;
    while (__VERIFIER_nondet_int())
        pthread_create(&x, 0, thr1, 0);
    thr1(0);
    return 0;
}
