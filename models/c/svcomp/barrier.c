/* truth: safe, expect: safe -- barrier, in the style of SV-COMP */
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
int mutex = 0;
int count;
int flag;

void __VERIFIER_atomic_acquire(int *l)
{
    assume_abort_if_not(*l == 0);
    *l = 1;
}

void __VERIFIER_atomic_release(int *l)
{
    assume_abort_if_not(*l == 1);
    *l = 0;
}

void *thr1(void *a)
{
    __VERIFIER_atomic_acquire(&mutex);
    count++;
    if (count >= 3)
        flag = 1;
    __VERIFIER_atomic_release(&mutex);
    while (!flag)
        ;
    assert(count >= 3);
    return 0;
}

int main()
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, thr1, 0);
}
