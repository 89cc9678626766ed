/* truth: safe, expect: safe -- elimination stack, in the style of SV-COMP */
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
#define SIZE 2
int top = 0;
int next_[4];
int col;
int loc1, loc2;
int m = 0;
int npush, npop;

void __VERIFIER_atomic_CAS(int *v, int e, int u, int *r)
{
    if (*v == e) {
        *v = u;
        *r = 1;
    } else
        *r = 0;
}

void *pusher(void *a)
{
    int r, t;
    while (1) {
        t = top;
        if (t != 0)
            return 0;
        __VERIFIER_atomic_begin();
        npush++;
        __VERIFIER_atomic_end();
        __VERIFIER_atomic_CAS(&top, t, 1, &r);
        if (r)
            return 0;
        __VERIFIER_atomic_begin();
        npush--;
        __VERIFIER_atomic_end();
    }
}

void *popper(void *a)
{
    int r, t;
    while (1) {
        t = top;
        if (t == 0)
            return 0;
        __VERIFIER_atomic_CAS(&top, t, 0, &r);
        if (r) {
            __VERIFIER_atomic_begin();
            npop++;
            assert(npop <= npush);
            __VERIFIER_atomic_end();
            return 0;
        }
    }
}

int main()
{
    pthread_t t;
    while (1) {
        pthread_create(&t, 0, pusher, 0);
        pthread_create(&t, 0, popper, 0);
    }
}
