/* truth: safe, expect: safe -- main takes part */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>

static pthread_mutex_t mtx = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static int pending;
static bool finished;

static void *produce(void *arg)
{
    int n = *(int *)arg;
    for (int i = 0; i < n; i++) {
        pthread_mutex_lock(&mtx);
        pending++;
        pthread_cond_signal(&cond);
        pthread_mutex_unlock(&mtx);
    }
    pthread_mutex_lock(&mtx);
    finished = true;
    pthread_cond_signal(&cond);
    pthread_mutex_unlock(&mtx);
    return NULL;
}

int main(void)
{
    pthread_t t;
    int n = 5, consumed = 0;
    pthread_create(&t, NULL, produce, &n);
    for (;;) {
        pthread_mutex_lock(&mtx);
        while (pending == 0 && !finished)
            pthread_cond_wait(&cond, &mtx);
        if (pending == 0 && finished) {
            pthread_mutex_unlock(&mtx);
            break;
        }
        pending--;
        consumed++;
        pthread_mutex_unlock(&mtx);
    }
    pthread_join(t, NULL);
    assert(consumed == n);
    printf("%d items\n", consumed);
    return 0;
}
