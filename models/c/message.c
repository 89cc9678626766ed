// message.c: a message is complete when the flag is set; truth: safe; expect: safe
#include <assert.h>
#include <pthread.h>

static int payload, sent;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;

static void *sender(void *arg)
{
    (void)arg;
    pthread_mutex_lock(&m);
    payload = 5;
    sent = 1;
    pthread_cond_broadcast(&c);
    pthread_mutex_unlock(&m);
    return NULL;
}

static void *receiver(void *arg)
{
    (void)arg;
    pthread_mutex_lock(&m);
    while (!sent)
        pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
    assert(payload == 5);
    return NULL;
}

int main(int argc, char *argv[])
{
    pthread_t s, r;
    (void)argv;
    pthread_create(&s, NULL, sender, NULL);
    for (int i = 0; i < argc; i++)
        pthread_create(&r, NULL, receiver, NULL);
    pthread_join(s, NULL);
    return 0;
}
