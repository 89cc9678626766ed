/* truth: safe, expect: safe -- dining trylock */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <unistd.h>

#define N 3
static pthread_mutex_t fork_lock[N];
static bool eating[N];

static void *philosopher(void *arg)
{
    long i = (long)arg;
    long left = i, right = (i + 1) % N;
    int meals = 0;
    while (meals < 2) {
        pthread_mutex_lock(&fork_lock[left]);
        if (pthread_mutex_trylock(&fork_lock[right]) != 0) {
            pthread_mutex_unlock(&fork_lock[left]);
            usleep(10);
            continue;
        }
        eating[i] = true;
        assert(!eating[(i + 1) % N]);
        assert(!eating[(i + N - 1) % N]);
        eating[i] = false;
        meals++;
        pthread_mutex_unlock(&fork_lock[right]);
        pthread_mutex_unlock(&fork_lock[left]);
    }
    return NULL;
}

int main(void)
{
    pthread_t t[N];
    for (int i = 0; i < N; i++)
        pthread_mutex_init(&fork_lock[i], NULL);
    for (long i = 0; i < N; i++)
        pthread_create(&t[i], NULL, philosopher, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], NULL);
    return 0;
}
