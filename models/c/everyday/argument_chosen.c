/* truth: safe -- one thread, its argument chosen */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <errno.h>
#include <string.h>

#define handle_error_en(en, msg) \
    do { errno = en; perror(msg); exit(EXIT_FAILURE); } while (0)
#define LOCK(m)   do { int s_ = pthread_mutex_lock(m); if (s_ != 0) handle_error_en(s_, "lock"); } while (0)
#define UNLOCK(m) do { int s_ = pthread_mutex_unlock(m); if (s_ != 0) handle_error_en(s_, "unlock"); } while (0)
#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define likely(x) __builtin_expect(!!(x), 1)

static pthread_mutex_t mtx = PTHREAD_MUTEX_INITIALIZER;
static int avail = 0;

static void *producer(void *arg)
{
    int cnt = atoi((char *)arg);
    for (int j = 0; j < MIN(cnt, 3); j++) {
        LOCK(&mtx);
        avail++;
        UNLOCK(&mtx);
    }
    return NULL;
}

int main(int argc, char *argv[])
{
    pthread_t tid;
    int s;
    int consumed = 0;

    s = pthread_create(&tid, NULL, producer, argc > 1 ? argv[1] : "3");
    if (s != 0)
        handle_error_en(s, "pthread_create");
    for (int tries = 0; tries < 10; tries++) {
        LOCK(&mtx);
        while (likely(avail > 0)) {
            consumed++;
            avail--;
        }
        assert(avail == 0);
        UNLOCK(&mtx);
    }
    s = pthread_join(tid, NULL);
    if (s != 0)
        handle_error_en(s, "pthread_join");
    LOCK(&mtx);
    assert(consumed + avail <= 3);
    UNLOCK(&mtx);
    printf("T=%ld: consumed=%d\n", 0L, consumed);
    exit(EXIT_SUCCESS);
}
