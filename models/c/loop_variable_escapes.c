/* truth: unsafe, expect: unknown -- the classic: address of the loop variable */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

#define N 3
static int seen[N];

static void *worker(void *p)
{
    int id = *(int *)p;
    if (id < N)
        seen[id]++;
    return NULL;
}

int main(void)
{
    pthread_t t[N];
    for (int i = 0; i < N; i++)
        pthread_create(&t[i], NULL, worker, &i);
    for (int k = 0; k < N; k++)
        pthread_join(t[k], NULL);
    for (int k = 0; k < N; k++) {
        printf("%d ", seen[k]);
        assert(seen[k] == 1);
    }
    return 0;
}
