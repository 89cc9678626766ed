/* truth: safe -- stack, in the style of SV-COMP */
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
#define MEMSIZE (2 * 32 + 1)
int memory[MEMSIZE];
int next_alloc_idx = 1;
int m = 0;
int top = 0;
#define INDIR(cell, idx) memory[cell + idx]

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

int index_malloc()
{
    int curr_alloc_idx = -1;
    __VERIFIER_atomic_acquire();
    if (next_alloc_idx + 2 - 1 > MEMSIZE) {
        __VERIFIER_atomic_release();
        curr_alloc_idx = 0;
    } else {
        curr_alloc_idx = next_alloc_idx;
        next_alloc_idx += 2;
        __VERIFIER_atomic_release();
    }
    return curr_alloc_idx;
}

int isEmpty()
{
    if (top == 0)
        return 1;
    else
        return 0;
}

void push(int d)
{
    int oldTop, newTop;
    newTop = index_malloc();
    if (newTop == 0) {
        abort();
    } else {
        INDIR(newTop, 0) = d;
        __VERIFIER_atomic_acquire();
        oldTop = top;
        INDIR(newTop, 1) = oldTop;
        top = newTop;
        __VERIFIER_atomic_release();
    }
}

void *thr1(void *arg)
{
    while (1) {
        push(10);
        assert(!isEmpty());
    }
    return 0;
}

int main()
{
    pthread_t t;
    while (1) {
        pthread_create(&t, 0, thr1, 0);
    }
}
