/* truth: safe, expect: safe -- rwlock, in the style of SV-COMP */
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

void __VERIFIER_atomic_take_write_lock()
{
    assume_abort_if_not(w == 0 && r == 0);
    w = 1;
}

void __VERIFIER_atomic_take_read_lock()
{
    assume_abort_if_not(w == 0);
    r = r + 1;
}

void __VERIFIER_atomic_release_read_lock()
{
    r = r - 1;
}

void *writer(void *arg)
{
    __VERIFIER_atomic_take_write_lock();
    x = 3;
    w = 0;
    return 0;
}

void *reader(void *arg)
{
    int l;
    __VERIFIER_atomic_take_read_lock();
    l = x;
    y = l;
    assert(y == x);
    __VERIFIER_atomic_release_read_lock();
    return 0;
}

int main()
{
    pthread_t t;
    while (1) {
        pthread_create(&t, 0, writer, 0);
        pthread_create(&t, 0, reader, 0);
    }
}
