/* truth: unsafe, expect: unsafe -- if instead of while around cond_wait with several consumers */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

#define CAP 3

static int buffer[CAP];
static int in_pos, out_pos, used;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t items = PTHREAD_COND_INITIALIZER;
static pthread_cond_t space = PTHREAD_COND_INITIALIZER;

static void *producer(void *arg)
{
    (void)arg;
    for (;;) {
        pthread_mutex_lock(&m);
        while (used == CAP)
            pthread_cond_wait(&space, &m);
        buffer[in_pos] = 1;
        in_pos = (in_pos + 1) % CAP;
        used++;
        pthread_cond_broadcast(&items);
        pthread_mutex_unlock(&m);
    }
    return NULL;
}

static void *consumer(void *arg)
{
    (void)arg;
    for (;;) {
        pthread_mutex_lock(&m);
        if (used == 0)
            pthread_cond_wait(&items, &m);
        assert(used > 0);
        (void)buffer[out_pos];
        out_pos = (out_pos + 1) % CAP;
        used--;
        pthread_cond_signal(&space);
        pthread_mutex_unlock(&m);
    }
    return NULL;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 2;
    pthread_t tid;
    pthread_create(&tid, NULL, producer, NULL);
    for (int i = 0; i < n; i++)
        pthread_create(&tid, NULL, consumer, NULL);
    pthread_exit(NULL);
}
