/* truth: safe, expect: safe -- state machine */
#include <pthread.h>
#include <assert.h>
enum state { IDLE, RUNNING, STOPPING, STOPPED };
static enum state st = IDLE;
static pthread_mutex_t lk = PTHREAD_MUTEX_INITIALIZER;
static void step(void)
{
    switch (st) {
    case IDLE:
        st = RUNNING;
        break;
    case RUNNING:
        st = STOPPING;
        break;
    case STOPPING:
        st = STOPPED;
        break;
    case STOPPED:
        break;
    default:
        assert(0);
    }
}
static void *run(void *a)
{
    enum state before;
    do {
        pthread_mutex_lock(&lk);
        before = st;
        step();
        assert(st >= before);
        assert(st != IDLE);
        pthread_mutex_unlock(&lk);
    } while (before != STOPPED);
    return a;
}
int main(void)
{
    pthread_t a, b, c;
    pthread_create(&a, 0, run, 0);
    pthread_create(&b, 0, run, 0);
    pthread_create(&c, 0, run, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    pthread_join(c, 0);
    assert(st == STOPPED);
    return 0;
}
