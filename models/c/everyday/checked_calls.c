/* truth: safe, expect: safe -- checked calls */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define CHECK(x)                                                                                   \
    do {                                                                                           \
        int rc_ = (x);                                                                             \
        if (rc_ != 0) {                                                                            \
            fprintf(stderr, "%s: %s\n", #x, strerror(rc_));                                        \
            exit(1);                                                                               \
        }                                                                                          \
    } while (0)
static pthread_mutex_t m;
static int n;

static void *w(void *a)
{
    CHECK(pthread_mutex_lock(&m));
    n++;
    CHECK(pthread_mutex_unlock(&m));
    return a;
}

int main(void)
{
    pthread_mutexattr_t at;
    pthread_t t[2];
    CHECK(pthread_mutexattr_init(&at));
    CHECK(pthread_mutexattr_settype(&at, PTHREAD_MUTEX_RECURSIVE));
    CHECK(pthread_mutex_init(&m, &at));
    for (int i = 0; i < 2; i++)
        CHECK(pthread_create(&t[i], NULL, w, NULL));
    for (int i = 0; i < 2; i++)
        CHECK(pthread_join(t[i], NULL));
    assert(n == 2);
    return 0;
}
