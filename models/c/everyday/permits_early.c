/* truth: unsafe, expect: unsafe -- permits early */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#define PERMITS 2
static sem_t permits;
static atomic_int in_use;

static void *client(void *arg)
{
    (void)arg;
    if (sem_trywait(&permits) != 0) {
        return NULL;
    }
    int n = atomic_fetch_add(&in_use, 1) + 1;
    assert(n <= PERMITS);
    sem_post(&permits); /* too early */
    atomic_fetch_sub(&in_use, 1);
    return 0;
}

int main(int argc, char **argv)
{
    pthread_t t[8];
    (void)argv;
    sem_init(&permits, 0, PERMITS);
    for (int i = 0; i < argc && i < 8; i++)
        pthread_create(&t[i], 0, client, 0);
    for (int i = 0; i < argc && i < 8; i++)
        pthread_join(t[i], 0);
    return 0;
}
