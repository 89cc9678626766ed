/* truth: unsafe, expect: unsafe -- sum read before the join */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

#define NTHREADS 2
static int results[NTHREADS];

static void *work(void *arg)
{
    int me = (int)(size_t)arg;
    for (int i = 1; i <= 3; i++)
        results[me] += i;
    return NULL;
}

int main(void)
{
    pthread_t t[NTHREADS];
    int total = 0;
    for (size_t i = 0; i < NTHREADS; i++)
        pthread_create(&t[i], NULL, work, (void *)i);
    for (int i = 0; i < NTHREADS; i++) {
        total += results[i];
        pthread_join(t[i], NULL);
    }
    printf("total %d\n", total);
    assert(total == 12);
    return 0;
}
