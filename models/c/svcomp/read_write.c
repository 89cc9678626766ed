/* truth: safe, expect: safe -- read write, in the style of SV-COMP */
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
int w = 0, r = 0, x, y;

void __VERIFIER_atomic_w()
{
    assume_abort_if_not(w == 0 && r == 0);
    w = 1;
}

void __VERIFIER_atomic_r()
{
    assume_abort_if_not(w == 0);
    r = r + 1;
}

void __VERIFIER_atomic_rr()
{
    r = r - 1;
}

void *wr(void *);
void *rd(void *);

int main()
{
    pthread_t t1, t2, t3;
    pthread_create(&t1, 0, wr, 0);
    pthread_create(&t2, 0, rd, 0);
    pthread_create(&t3, 0, wr, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    pthread_join(t3, 0);
    return 0;
}

void *wr(void *a)
{
    __VERIFIER_atomic_w();
    x = 3;
    w = 0;
    return 0;
}

void *rd(void *a)
{
    int l;
    __VERIFIER_atomic_r();
    l = x;
    y = l;
    if (y != x) {
        reach_error();
    }
    __VERIFIER_atomic_rr();
    return 0;
}
