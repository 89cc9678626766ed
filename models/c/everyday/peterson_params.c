/* truth: safe, expect: safe -- peterson params */
#include <assert.h>
#include <pthread.h>
#include <unistd.h>
static volatile int want[2];
static volatile int turn;
static int in_cs;

static void lock(int me)
{
    int other = 1 - me;
    want[me] = 1;
    turn = other;
    __sync_synchronize();
    while (want[other] && turn == other)
        ;
}

static void unlock(int me)
{
    want[me] = 0;
}

static void *w(void *p)
{
    int me = (int)(intptr_t)p;
    for (int i = 0; i < 3; i++) {
        lock(me);
        in_cs++;
        assert(in_cs == 1);
        in_cs--;
        unlock(me);
    }
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, w, (void *)0);
    pthread_create(&b, 0, w, (void *)1);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
