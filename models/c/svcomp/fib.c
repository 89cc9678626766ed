/* truth: safe, expect: safe -- fib, in the style of SV-COMP */
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
int i = 1, j = 1;
#define NUM 4

void *t1(void *arg)
{
    int k = 0;
    for (k = 0; k < NUM; k++)
        i += j;
    pthread_exit(NULL);
}

void *t2(void *arg)
{
    int k = 0;
    for (k = 0; k < NUM; k++)
        j += i;
    pthread_exit(NULL);
}

int main(int argc, char **argv)
{
    pthread_t id1, id2;
    pthread_create(&id1, NULL, t1, NULL);
    pthread_create(&id2, NULL, t2, NULL);
    if (i > 55 || j > 55) {
    ERROR : {
        reach_error();
        abort();
    }
    }
    return 0;
}
