/* truth: safe, expect: safe -- slot sums */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#define N 4
static int result[N];

static void *work(void *arg)
{
    int id = (int)(intptr_t)arg;
    int sum = 0;
    for (int i = 0; i <= id; i++)
        sum += i;
    result[id] = sum;
    return NULL;
}

int main(void)
{
    pthread_t th[N];
    int total = 0;
    for (int i = 0; i < N; i++)
        pthread_create(&th[i], NULL, work, (void *)(intptr_t)i);
    for (int i = 0; i < N; i++) {
        pthread_join(th[i], NULL);
        total += result[i];
    }
    assert(total == 10);
    return 0;
}
