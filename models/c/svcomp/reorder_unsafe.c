/* truth: unsafe, expect: unsafe -- reorder unsafe, in the style of SV-COMP */
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
static int iSet = 2, iCheck = 2;
static int a = 0;
static int b = 0;

void *setThread(void *param)
{
    a = 1;
    b = -1;
    return 0;
}

void *checkThread(void *param)
{
    if (!((a == 0 && b == 0) || (a == 1 && b == -1))) {
        reach_error();
    }
    return 0;
}

int main()
{
    int i;
    pthread_t s[2], c[2];
    for (i = 0; i < iSet; i++)
        pthread_create(&s[i], 0, &setThread, 0);
    for (i = 0; i < iCheck; i++)
        pthread_create(&c[i], 0, &checkThread, 0);
    for (i = 0; i < iSet; i++)
        pthread_join(s[i], 0);
    for (i = 0; i < iCheck; i++)
        pthread_join(c[i], 0);
    return 0;
}
