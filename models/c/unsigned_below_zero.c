// unsigned_below_zero.c: an unsigned integer below zero is large, and that is what is meant; truth: safe
#include <assert.h>
#include <limits.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static unsigned level = 0;

static void *down(void *arg)
{
    pthread_mutex_lock(&m);
    level--;
    assert(level == UINT_MAX);
    level++;
    assert(level == 0);
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, down, NULL);
    pthread_create(&b, NULL, down, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
