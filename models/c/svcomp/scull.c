/* truth: safe, expect: safe -- scull, in the style of SV-COMP */
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
#define PAGE 4
int lock = 0;
int i_sz;
int dev_size;
int dev_data;
int NONBLOCK;

void __VERIFIER_atomic_down()
{
    assume_abort_if_not(lock == 0);
    lock = 1;
}

void up()
{
    lock = 0;
}

int scull_open(int tid, int mode)
{
    if (mode == 1) {
        __VERIFIER_atomic_down();
        dev_data = 0;
        dev_size = 0;
        up();
    }
    return 0;
}

int scull_write(int tid, int count)
{
    __VERIFIER_atomic_down();
    if (count > PAGE)
        count = PAGE;
    dev_data = tid;
    dev_size = count;
    int r = dev_data;
    assert(r == tid);
    up();
    return count;
}

void *loader(void *arg)
{
    scull_open(0, 1);
    return 0;
}

void *thread_user(void *arg)
{
    int tid = __VERIFIER_nondet_int();
    assume_abort_if_not(tid > 0 && tid < 3);
    int n = __VERIFIER_nondet_int();
    assume_abort_if_not(n >= 0 && n < 10);
    scull_open(tid, __VERIFIER_nondet_int());
    scull_write(tid, n);
    return 0;
}

int main()
{
    pthread_t t;
    pthread_create(&t, 0, loader, 0);
    while (__VERIFIER_nondet_int()) {
        pthread_create(&t, 0, thread_user, 0);
    }
    return 0;
}
