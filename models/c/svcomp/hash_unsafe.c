/* truth: unsafe, expect: unsafe -- hash unsafe, in the style of SV-COMP */
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
#define TSIZE 8
int table[TSIZE];
__thread int tid;
int g;

int hash_(int x)
{
    return (x * 7) % TSIZE;
}

void __VERIFIER_atomic_CAS(int *p, int e, int d, int *r)
{
    if (*p == e) {
        *p = d;
        *r = 1;
    } else
        *r = 0;
}

void *thr(void *a)
{
    int r;
    tid = __VERIFIER_nondet_int();
    assume_abort_if_not(tid > 0 && tid < 4);
    int h = hash_(tid);
    __VERIFIER_atomic_CAS(&table[h], 0, tid, &r);
    g = tid;
    assert(g == tid);
    return 0;
}

int main()
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, thr, 0);
}
