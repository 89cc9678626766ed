/* truth: safe, expect: safe -- ping pong semaphores */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
static sem_t ping, pong;
static int turn;
static int log_[6];
static int n;

static void *a(void *x)
{
    for (int i = 0; i < 3; i++) {
        sem_wait(&ping);
        assert(turn == 0);
        log_[n++] = 0;
        turn = 1;
        sem_post(&pong);
    }
    return x;
}

static void *b(void *x)
{
    for (int i = 0; i < 3; i++) {
        sem_wait(&pong);
        assert(turn == 1);
        log_[n++] = 1;
        turn = 0;
        sem_post(&ping);
    }
    return x;
}

int main(void)
{
    pthread_t t1, t2;
    sem_init(&ping, 0, 1);
    sem_init(&pong, 0, 0);
    pthread_create(&t1, 0, a, 0);
    pthread_create(&t2, 0, b, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    for (int i = 0; i < 6; i++)
        assert(log_[i] == i % 2);
    return 0;
}
