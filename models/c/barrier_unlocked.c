/* truth: unsafe, expect: unsafe -- cyclic barrier without its lock: fails only where the value of ++x is read again */
#include <pthread.h>
#include <assert.h>
struct barrier { pthread_mutex_t m; pthread_cond_t c; unsigned waiting, phase, n; };
static struct barrier b = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, 0, 2 };
static int step[2];
static void barrier_wait(struct barrier *b)
{
    unsigned my = b->phase;
    if (++b->waiting == b->n) {
        b->waiting = 0;
        b->phase++;
        pthread_cond_broadcast(&b->c);
    } else {
        while (b->phase == my)
            pthread_cond_wait(&b->c, &b->m);
    }
    pthread_mutex_unlock(&b->m);
}
static void *run(void *arg)
{
    int me = arg != 0;
    for (int i = 0; i < 3; i++) {
        step[me] = i;
        barrier_wait(&b);
        assert(step[!me] == i);
        barrier_wait(&b);
    }
    return 0;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, run, &b);
    run(0);
    pthread_join(t, 0);
    return 0;
}
