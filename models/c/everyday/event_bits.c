/* truth: safe, expect: safe -- event bits */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
enum { EV_READ = 1 << 0, EV_WRITE = 1 << 1, EV_CLOSE = 1 << 2 };
struct conn { pthread_mutex_t mu; pthread_cond_t cv; uint32_t events; bool closed; };
static struct conn c = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, false };
static void post(struct conn *k, uint32_t ev) { pthread_mutex_lock(&k->mu); k->events |= ev; pthread_cond_signal(&k->cv); pthread_mutex_unlock(&k->mu); }
static void *reader(void *a) { (void)a; for (int i = 0; i < 3; i++) post(&c, i % 2 ? EV_WRITE : EV_READ); post(&c, EV_CLOSE); return NULL; }
static void *loop(void *a) {
    (void)a;
    for (;;) {
        pthread_mutex_lock(&c.mu);
        while (c.events == 0) pthread_cond_wait(&c.cv, &c.mu);
        uint32_t ev = c.events;
        c.events = 0;
        if (ev & EV_CLOSE) c.closed = true;
        pthread_mutex_unlock(&c.mu);
        assert(ev <= 7);
        if (ev & EV_CLOSE) break;
        assert(!c.closed);
    }
    return NULL;
}
int main(void) {
    pthread_t r, l;
    if (pthread_create(&r, NULL, reader, NULL) || pthread_create(&l, NULL, loop, NULL)) return 1;
    pthread_join(r, NULL); pthread_join(l, NULL);
    assert(c.closed);
    return 0;
}
