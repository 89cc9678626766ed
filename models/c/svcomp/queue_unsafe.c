/* truth: unsafe, expect: unsafe -- queue unsafe, in the style of SV-COMP */
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
#define SIZE 4
int q[SIZE];
int head, tail, n;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int flag;

int empty()
{
    return n == 0;
}

void *t1(void *a)
{
    pthread_mutex_lock(&m);
    q[tail] = 5;
    tail = (tail + 1) % SIZE;
    n++;
    flag = 1;
    pthread_mutex_unlock(&m);
    return 0;
}

void *t2(void *a)
{
    pthread_mutex_lock(&m);
    if (flag) {
        int v = q[head];
        head = (head + 1) % SIZE;
        n--;
        assert(v == 5);
    }
    pthread_mutex_unlock(&m);
    return 0;
}

int main()
{
    pthread_t i1, i2, i3;
    pthread_create(&i1, 0, t1, 0);
    pthread_create(&i2, 0, t2, 0);
    pthread_create(&i3, 0, t2, 0);
    pthread_join(i1, 0);
    pthread_join(i2, 0);
    pthread_join(i3, 0);
    return 0;
}
