/* truth: safe, expect: safe -- dekker, in the style of SV-COMP */
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
int flag1 = 0, flag2 = 0;
int turn;
int x;

void *thr1(void *a)
{
    flag1 = 1;
    while (flag2 >= 1) {
        if (turn != 0) {
            flag1 = 0;
            while (turn != 0) {
            };
            flag1 = 1;
        }
    }
    x = 0;
    assert(x <= 0);
    turn = 1;
    flag1 = 0;
    return 0;
}

void *thr2(void *a)
{
    flag2 = 1;
    while (flag1 >= 1) {
        if (turn != 1) {
            flag2 = 0;
            while (turn != 1) {
            };
            flag2 = 1;
        }
    }
    x = 1;
    assert(x >= 1);
    turn = 0;
    flag2 = 0;
    return 0;
}

int main()
{
    pthread_t t1, t2;
    assume_abort_if_not(0 <= turn && turn <= 1);
    pthread_create(&t1, 0, thr1, 0);
    pthread_create(&t2, 0, thr2, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    return 0;
}
