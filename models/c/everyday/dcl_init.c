/* truth: safe, expect: safe -- dcl init */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct config { int port; int timeout; };

static struct config storage;
static struct config *_Atomic instance = NULL;
static pthread_mutex_t init_lock = PTHREAD_MUTEX_INITIALIZER;
static int inits;

static struct config *get_config(void)
{
    struct config *c = atomic_load_explicit(&instance, memory_order_acquire);
    if (c == NULL) {
        pthread_mutex_lock(&init_lock);
        c = atomic_load(&instance);
        if (c == NULL) {
            storage.port = 80;
            storage.timeout = 30;
            inits++;
            c = &storage;
            atomic_store_explicit(&instance, c, memory_order_release);
        }
        pthread_mutex_unlock(&init_lock);
    }
    return c;
}

static void *thread_main(void *arg)
{
    struct config *c = get_config();
    assert(c != NULL);
    assert(c->port == 80 && c->timeout == 30);
    return arg;
}

int main(int argc, char **argv)
{
    pthread_t t;
    (void)argv;
    while (argc-- > 0)
        pthread_create(&t, NULL, thread_main, NULL);
    pthread_exit(0);
}
