/* truth: safe, expect: safe -- traffic light */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

enum light { RED, GREEN, YELLOW };
static enum light light = RED;
static int changes;
static pthread_mutex_t mu = PTHREAD_MUTEX_INITIALIZER;

static const char *name(enum light l)
{
    switch (l) {
    case RED:
        return "red";
    case GREEN:
        return "green";
    default:
        return "yellow";
    }
}

static enum light next(enum light l)
{
    switch (l) {
    case RED:
        return GREEN;
    case GREEN:
        return YELLOW;
    case YELLOW:
        return RED;
    }
    return RED;
}

static void *controller(void *arg)
{
    (void)arg;
    for (int i = 0; i < 10; i++) {
        pthread_mutex_lock(&mu);
        enum light before = light;
        light = next(light);
        changes++;
        printf("%s -> %s\n", name(before), name(light));
        assert(light != before);
        assert(light == RED || light == GREEN || light == YELLOW);
        pthread_mutex_unlock(&mu);
    }
    return NULL;
}

int main(void)
{
    pthread_t t1, t2;
    pthread_create(&t1, NULL, controller, NULL);
    pthread_create(&t2, NULL, controller, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(changes == 20);
    return 0;
}
