/* truth: safe, expect: safe -- producers consumers */
#include <pthread.h>
#include <assert.h>
#define SIZE 3
static int buf[SIZE];
static int count, in, out;
static pthread_mutex_t mu = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_full = PTHREAD_COND_INITIALIZER;
static pthread_cond_t not_empty = PTHREAD_COND_INITIALIZER;

void *producer(void *arg)
{
    int item = 0;
    while (1) {
        pthread_mutex_lock(&mu);
        while (count == SIZE)
            pthread_cond_wait(&not_full, &mu);
        buf[in] = 7;
        in = (in + 1) % SIZE;
        count++;
        assert(count <= SIZE);
        pthread_cond_signal(&not_empty);
        pthread_mutex_unlock(&mu);
        item++;
    }
    return arg;
}
void *consumer(void *arg)
{
    for (;;) {
        pthread_mutex_lock(&mu);
        while (count == 0)
            pthread_cond_wait(&not_empty, &mu);
        int v = buf[out];
        assert(v == 7);
        out = (out + 1) % SIZE;
        --count;
        assert(count >= 0);
        pthread_cond_signal(&not_full);
        pthread_mutex_unlock(&mu);
    }
    return arg;
}
int main(int argc, char **argv)
{
    pthread_t p, c;
    (void)argv;
    for (int i = 0; i < argc; i++) {
        pthread_create(&p, NULL, producer, NULL);
        pthread_create(&c, NULL, consumer, NULL);
    }
    pthread_exit(NULL);
}
