/* truth: safe, expect: safe -- handler table */
#include <pthread.h>
#include <assert.h>
typedef void (*handler_t)(void);
static int opened, closed;
static pthread_mutex_t g = PTHREAD_MUTEX_INITIALIZER;
static void do_open(void) { if (!opened) opened = 1; }
static void do_close(void) { if (opened && !closed) closed = 1; }
static const handler_t table[] = { do_open, do_close };
static void *run(void *arg) {
    long which = (long)arg;
    pthread_mutex_lock(&g);
    table[which]();
    assert(!closed || opened);
    pthread_mutex_unlock(&g);
    return 0;
}
int main(void) {
    pthread_t t[4];
    for (long i = 0; i < 4; i++)
        pthread_create(&t[i], NULL, run, (void *)(i % 2));
    for (int i = 0; i < 4; i++) pthread_join(t[i], NULL);
    return 0;
}
