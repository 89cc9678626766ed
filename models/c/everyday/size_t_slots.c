/* truth: safe, expect: safe -- size t slots */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <unistd.h>
static size_t free_slots = 2;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static bool acquire(void)
{
    bool r = false;
    pthread_mutex_lock(&m);
    if (free_slots > 0) {
        free_slots--;
        r = true;
    }
    assert(free_slots <= 2);
    pthread_mutex_unlock(&m);
    return r;
}

static void release_(void)
{
    pthread_mutex_lock(&m);
    free_slots++;
    assert(free_slots <= 2);
    pthread_mutex_unlock(&m);
}

static void *w(void *a)
{
    for (;;) {
        if (acquire()) {
            usleep(10);
            release_();
        }
    }
    return a;
}

int main(int argc, char **argv)
{
    (void)argv;
    pthread_t t;
    for (int i = 0; i < argc; i++)
        pthread_create(&t, NULL, w, NULL);
    pthread_join(t, NULL);
    return 0;
}
