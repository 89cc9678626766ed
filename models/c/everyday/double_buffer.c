/* truth: safe, expect: safe -- double buffer */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
static int buf[2];
static int front;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static bool stop;

static void *producer(void *a)
{
    for (int i = 0; i < 3; i++) {
        pthread_mutex_lock(&m);
        int back = 1 - front;
        buf[back] = i;
        front = back;
        pthread_mutex_unlock(&m);
    }
    pthread_mutex_lock(&m);
    stop = true;
    pthread_mutex_unlock(&m);
    return a;
}

static void *consumer(void *a)
{
    bool s = false;
    while (!s) {
        pthread_mutex_lock(&m);
        int v = buf[front];
        s = stop;
        pthread_mutex_unlock(&m);
        assert(v >= 0 && v < 3);
    }
    return a;
}

int main(void)
{
    pthread_t p, c;
    pthread_create(&p, 0, producer, 0);
    pthread_create(&c, 0, consumer, 0);
    pthread_join(p, 0);
    pthread_join(c, 0);
    return 0;
}
