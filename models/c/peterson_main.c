/* truth: safe, expect: safe -- peterson main */
#include <stdatomic.h>
#include <pthread.h>
#include <assert.h>
static atomic_int want[2], turn;
static int cs;
static void acquire(int me) {
    int other = 1 - me;
    want[me] = 1;
    turn = other;
    while (want[other] && turn == other) {}
}
static void release(int me) { want[me] = 0; }
static void critical(void) { int c = ++cs; assert(c == 1); --cs; }
static void *t1(void *x) { for (int i = 0; i < 5; i++) { acquire(1); critical(); release(1); } return x; }
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, t1, NULL);
    for (int i = 0; i < 5; i++) { acquire(0); critical(); release(0); }
    pthread_join(t, NULL);
    return 0;
}
