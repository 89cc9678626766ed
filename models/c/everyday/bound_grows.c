/* truth: unsafe, expect: unsafe -- bound grows */
#include <assert.h>
#include <pthread.h>
static int limit = 3;
static int arr[4];
static int total;

static void *grow(void *a)
{
    limit = 4;
    return a;
}

static void *sum(void *a)
{
    int s = 0;
    for (int i = 0; i < limit; i++) {
        s += 1;
    }
    total = s;
    return a;
}

int main(void)
{
    pthread_t x, y;
    pthread_create(&x, 0, grow, 0);
    pthread_create(&y, 0, sum, 0);
    pthread_join(x, 0);
    pthread_join(y, 0);
    assert(total == 3);
    return arr[0];
}
