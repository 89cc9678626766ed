// acceptor.c: main creates an acceptor, which creates a thread for each of any number of connections; truth: safe; expect: safe
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int limit, open_connections;

static void *serve(void *arg)
{
    pthread_detach(pthread_self());
    pthread_mutex_lock(&lock);
    open_connections++;
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    assert(open_connections > 0);
    open_connections--;
    pthread_mutex_unlock(&lock);
    return arg;
}

static void *accept_all(void *arg)
{
    for (int i = 0; i < limit; i++) {
        pthread_t id;
        pthread_create(&id, NULL, serve, NULL);
    }
    return arg;
}

int main(int argc, char **argv)
{
    pthread_t id;
    (void)argv;
    limit = argc;
    pthread_create(&id, NULL, accept_all, NULL);
    pthread_join(id, NULL);
    pthread_exit(NULL);
}
