/* truth: safe, expect: safe -- main adds */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#define ROUNDS 5
static int sum;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void add(int k)
{
    pthread_mutex_lock(&m);
    sum += k;
    pthread_mutex_unlock(&m);
}

static void *w(void *a)
{
    for (int i = 0; i < ROUNDS; i++)
        add(2);
    return a;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, w, NULL);
    for (int i = 0; i < ROUNDS; ++i)
        add(1);
    pthread_join(t, NULL);
    assert(sum == 3 * ROUNDS);
    return EXIT_SUCCESS;
}
