/* truth: unsafe, expect: unsafe -- two stage unsafe, in the style of SV-COMP */
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
static int iTThreads = 2;
static int iRThreads = 1;
static int data1Value = 0;
static int data2Value = 0;
pthread_mutex_t *data1Lock;
pthread_mutex_t *data2Lock;
pthread_mutex_t L1, L2;

void *funcA(void *param)
{
    pthread_mutex_lock(data1Lock);
    data1Value = 1;
    pthread_mutex_unlock(data1Lock);
    pthread_mutex_lock(data2Lock);
    data2Value = data1Value + 1;
    pthread_mutex_unlock(data2Lock);
    return 0;
}

void *funcB(void *param)
{
    int t1 = -1;
    int t2 = -1;
    pthread_mutex_lock(data1Lock);
    if (data1Value == 0) {
        pthread_mutex_unlock(data1Lock);
        return 0;
    }
    t1 = data1Value;
    pthread_mutex_unlock(data1Lock);
    pthread_mutex_lock(data2Lock);
    t2 = data2Value;
    pthread_mutex_unlock(data2Lock);
    if (t2 != (t1 + 1)) {
    ERROR : {
        reach_error();
    }
    }
    return 0;
}

int main(int argc, char *argv[])
{
    int i, err;
    data1Lock = &L1;
    data2Lock = &L2;
    pthread_mutex_init(data1Lock, 0);
    pthread_mutex_init(data2Lock, 0);
    pthread_t t1[2];
    pthread_t t2[1];
    for (i = 0; i < iTThreads; i++) {
        if (0 != (err = pthread_create(&t1[i], 0, &funcA, 0))) {
            return -1;
        }
    }
    for (i = 0; i < iRThreads; i++) {
        if (0 != (err = pthread_create(&t2[i], 0, &funcB, 0))) {
            return -1;
        }
    }
    for (i = 0; i < iTThreads; i++) {
        if (0 != (err = pthread_join(t1[i], 0))) {
            return -1;
        }
    }
    for (i = 0; i < iRThreads; i++) {
        if (0 != (err = pthread_join(t2[i], 0)))
            return -1;
    }
    return 0;
}
