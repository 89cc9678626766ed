/* truth: safe, expect: safe -- philosophers */
#include <pthread.h>
#include <assert.h>
#include <unistd.h>
#include <stdio.h>
#define N 3
static pthread_mutex_t fork_[N];
static int eating[N];
static void *phil(void *arg)
{
    int id = (int)(long)arg;
    int left = id, right = (id + 1) % N;
    int first = left < right ? left : right;
    int second = left < right ? right : left;
    for (int round = 0; round < 2; round++) {
        usleep(10);
        pthread_mutex_lock(&fork_[first]);
        pthread_mutex_lock(&fork_[second]);
        eating[id] = 1;
        assert(!eating[(id + 1) % N] && !eating[(id + N - 1) % N]);
        printf("%d eats\n", id);
        eating[id] = 0;
        pthread_mutex_unlock(&fork_[second]);
        pthread_mutex_unlock(&fork_[first]);
    }
    return NULL;
}
int main(void)
{
    pthread_t t[N];
    for (int i = 0; i < N; i++) pthread_mutex_init(&fork_[i], NULL);
    for (int i = 0; i < N; i++) pthread_create(&t[i], NULL, phil, (void *)(long)i);
    for (int i = 0; i < N; i++) pthread_join(t[i], NULL);
    return 0;
}
