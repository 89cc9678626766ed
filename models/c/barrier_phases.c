/* truth: safe, expect: safe -- barrier phases */
#include <pthread.h>
#include <assert.h>
#define N 3
static pthread_barrier_t bar;
static int done[N];
static void *work(void *arg) {
    int id = *(int *)arg;
    done[id] = 1;
    pthread_barrier_wait(&bar);
    for (int i = 0; i < N; i++)
        assert(done[i] == 1);
    return NULL;
}
int main(void) {
    pthread_t th[N];
    int ids[N];
    pthread_barrier_init(&bar, NULL, N);
    for (int i = 0; i < N; i++) {
        ids[i] = i;
        pthread_create(&th[i], NULL, work, &ids[i]);
    }
    for (int i = 0; i < N; i++)
        pthread_join(th[i], NULL);
    pthread_barrier_destroy(&bar);
    return 0;
}
