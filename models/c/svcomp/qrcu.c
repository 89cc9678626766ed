/* truth: safe -- qrcu, in the style of SV-COMP */
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
int idx = 0;
int ctr1 = 1, ctr2 = 0;
int readerprogress1 = 0, readerprogress2 = 0;
pthread_mutex_t mutex;

void __VERIFIER_atomic_use1(int myidx)
{
    assume_abort_if_not(myidx <= 0 && ctr1 > 0);
    ctr1++;
}

void __VERIFIER_atomic_use2(int myidx)
{
    assume_abort_if_not(myidx >= 1 && ctr2 > 0);
    ctr2++;
}

void __VERIFIER_atomic_use_done(int myidx)
{
    if (myidx <= 0) {
        ctr1--;
    } else {
        ctr2--;
    }
}

void __VERIFIER_atomic_take_snapshot(int *s1, int *s2)
{
    *s1 = readerprogress1;
    *s2 = readerprogress2;
}

void __VERIFIER_atomic_check_progress1(int s)
{
    if (__VERIFIER_nondet_int()) {
        assume_abort_if_not(s == 1 && readerprogress1 == 1);
        assert(0);
    }
    return;
}

void __VERIFIER_atomic_check_progress2(int s)
{
    if (__VERIFIER_nondet_int()) {
        assume_abort_if_not(s == 1 && readerprogress2 == 1);
        assert(0);
    }
    return;
}

void *qrcu_reader1(void *a)
{
    int myidx;
    while (1) {
        myidx = idx;
        if (__VERIFIER_nondet_int()) {
            __VERIFIER_atomic_use1(myidx);
            break;
        } else {
            if (__VERIFIER_nondet_int()) {
                __VERIFIER_atomic_use2(myidx);
                break;
            } else {
            }
        }
    }
    readerprogress1 = 1;
    readerprogress1 = 2;
    __VERIFIER_atomic_use_done(myidx);
    return 0;
}

void *qrcu_reader2(void *a)
{
    int myidx;
    while (1) {
        myidx = idx;
        if (__VERIFIER_nondet_int()) {
            __VERIFIER_atomic_use1(myidx);
            break;
        } else {
            if (__VERIFIER_nondet_int()) {
                __VERIFIER_atomic_use2(myidx);
                break;
            } else {
            }
        }
    }
    readerprogress2 = 1;
    readerprogress2 = 2;
    __VERIFIER_atomic_use_done(myidx);
    return 0;
}

#define sum_unordered                                                                              \
    if (__VERIFIER_nondet_int()) {                                                                 \
        do {                                                                                       \
            sum = ctr1;                                                                            \
            sum = sum + ctr2;                                                                      \
        } while (0);                                                                               \
    } else {                                                                                       \
        do {                                                                                       \
            sum = ctr2;                                                                            \
            sum = sum + ctr1;                                                                      \
        } while (0);                                                                               \
    }

void *qrcu_updater(void *a)
{
    int i;
    int rp1, rp2;
    int sum = 0;
    __VERIFIER_atomic_take_snapshot(&rp1, &rp2);
    sum_unordered;
    if (sum <= 1) {
        sum_unordered;
    } else {
    }
    if (sum > 1) {
        pthread_mutex_lock(&mutex);
        if (idx <= 0) {
            ctr2++;
            idx = 1;
            ctr1--;
        } else {
            ctr1++;
            idx = 0;
            ctr2--;
        }
        if (idx <= 0) {
            while (ctr1 > 0)
                ;
        } else {
            while (ctr2 > 0)
                ;
        }
        pthread_mutex_unlock(&mutex);
    } else {
    }
    __VERIFIER_atomic_check_progress1(rp1);
    __VERIFIER_atomic_check_progress2(rp2);
    return 0;
}

int main()
{
    pthread_t t1, t2, t3;
    pthread_mutex_init(&mutex, 0);
    pthread_create(&t1, 0, qrcu_reader1, 0);
    pthread_create(&t2, 0, qrcu_reader2, 0);
    pthread_create(&t3, 0, qrcu_updater, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    pthread_join(t3, 0);
    pthread_mutex_destroy(&mutex);
    return 0;
}
