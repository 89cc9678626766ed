/* truth: safe, expect: safe -- permits */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#define PERMITS 3
static sem_t permits;
static atomic_int in_use;

static void *client(void *arg)
{
    (void)arg;
    for (;;) {
        sem_wait(&permits);
        int n = atomic_fetch_add(&in_use, 1) + 1;
        assert(n <= PERMITS);
        atomic_fetch_sub(&in_use, 1);
        sem_post(&permits);
    }
    return 0;
}

int main(int argc, char **argv)
{
    pthread_t t;
    (void)argv;
    sem_init(&permits, 0, PERMITS);
    for (int i = 0; i < argc; i++)
        pthread_create(&t, 0, client, 0);
    pthread_join(t, 0);
    return 0;
}
