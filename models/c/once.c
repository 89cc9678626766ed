// once.c: initialised once, by whoever comes first; truth: safe; expect: safe
#include <assert.h>
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int initialised;

static void initialise(void) { initialised++; }

static void *worker(void *arg)
{
    pthread_once(&once, initialise);
    assert(initialised == 1);
    return arg;
}

int main(void)
{
    for (;;) {
        pthread_t t;
        if (pthread_create(&t, NULL, worker, NULL) != 0)
            break;
        pthread_detach(t);
    }
    return 0;
}
