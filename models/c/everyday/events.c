/* truth: safe, expect: safe -- events */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

enum kind { NONE, INT_EV, STOP_EV };

struct event {
    enum kind kind;
    int value;
};
static struct event slot;
static bool full;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cv = PTHREAD_COND_INITIALIZER;

static void send(struct event e)
{
    pthread_mutex_lock(&m);
    while (full)
        pthread_cond_wait(&cv, &m);
    slot = e;
    full = true;
    pthread_cond_broadcast(&cv);
    pthread_mutex_unlock(&m);
}

static struct event recv_(void)
{
    struct event e;
    pthread_mutex_lock(&m);
    while (!full)
        pthread_cond_wait(&cv, &m);
    e = slot;
    full = false;
    pthread_cond_broadcast(&cv);
    pthread_mutex_unlock(&m);
    return e;
}

static void *producer(void *a)
{
    for (int i = 1; i <= 2; i++)
        send((struct event){INT_EV, i * i});
    send((struct event){.kind = STOP_EV});
    return a;
}

int main(void)
{
    pthread_t t;
    int sum = 0, done = 0;
    pthread_create(&t, NULL, producer, NULL);
    while (!done) {
        struct event e = recv_();
        switch (e.kind) {
        case INT_EV:
            sum += e.value;
            break;
        case STOP_EV:
            done = 1;
            break;
        default:
            assert(!"bad event");
        }
    }
    pthread_join(t, NULL);
    assert(sum == 5);
    return 0;
}
