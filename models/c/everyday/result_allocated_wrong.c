/* truth: unsafe, expect: unsafe -- memory that a thread allocates is read by others */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static void *square(void *arg)
{
    int n = *(int *)arg;
    int *res = malloc(sizeof(int));
    if (!res)
        return NULL;
    *res = n * 2;
    return res;
}
int main(void)
{
    pthread_t t[3];
    int in[3], sum = 0;
    for (int i = 0; i < 3; i++) {
        in[i] = i + 1;
        pthread_create(&t[i], NULL, square, &in[i]);
    }
    for (int i = 0; i < 3; i++) {
        int *r;
        pthread_join(t[i], (void **)&r);
        sum += *r;
        free(r);
    }
    assert(sum == 11);
    return 0;
}
