/* truth: unsafe, expect: unsafe -- published before it is filled */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct config { int port; int timeout; };

static struct config storage;
static struct config *volatile instance;
static pthread_mutex_t init_lock = PTHREAD_MUTEX_INITIALIZER;

static struct config *get_config(void)
{
    if (!instance) {
        pthread_mutex_lock(&init_lock);
        if (!instance) {
            instance = &storage;
            instance->port = 80;
            instance->timeout = 30;
        }
        pthread_mutex_unlock(&init_lock);
    }
    return instance;
}

static void *thread_main(void *arg)
{
    assert(get_config()->port == 80);
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, thread_main, NULL);
    pthread_create(&b, NULL, thread_main, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
