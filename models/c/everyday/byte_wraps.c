/* truth: safe, expect: safe -- byte wraps */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <unistd.h>
static uint8_t seq;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *w(void *a)
{
    for (;;) {
        pthread_mutex_lock(&m);
        uint8_t old = seq;
        seq++;
        assert((uint8_t)(seq - old) == 1);
        pthread_mutex_unlock(&m);
    }
    return a;
}

int main(int argc, char **argv)
{
    (void)argv;
    pthread_t t;
    for (int i = 0; i < argc; i++)
        pthread_create(&t, NULL, w, NULL);
    pause();
    return 0;
}
