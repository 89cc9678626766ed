/* truth: safe, expect: safe -- start stop */
#include <assert.h>
#include <pthread.h>

enum ev { EV_NONE, EV_START, EV_STOP };
static enum ev last = EV_NONE;
static int running, starts, stops;
static pthread_mutex_t mu = PTHREAD_MUTEX_INITIALIZER;

static void handle(enum ev e)
{
    pthread_mutex_lock(&mu);
    switch (e) {
    case EV_START:
        if (!running) {
            running = 1;
            starts++;
        }
        break;
    case EV_STOP:
        if (running) {
            running = 0;
            stops++;
        }
        break;
    case EV_NONE:
    default:
        break;
    }
    last = e;
    assert(starts - stops == running);
    pthread_mutex_unlock(&mu);
}

static void *starter(void *a)
{
    handle(EV_START);
    return a;
}

static void *stopper(void *a)
{
    handle(EV_STOP);
    return a;
}

int main(int argc, char **argv)
{
    (void)argv;
    pthread_t t;
    for (int i = 0; i < argc; i++) {
        pthread_create(&t, 0, starter, 0);
        pthread_create(&t, 0, stopper, 0);
    }
    return 0;
}
