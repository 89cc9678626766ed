// bounded_buffer.c: producers and consumers, condition variables; truth: safe
#include <assert.h>
#include <pthread.h>

#define CAPACITY 3

static int buffer[CAPACITY];
static int count, in_pos, out_pos;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_full = PTHREAD_COND_INITIALIZER, not_empty = PTHREAD_COND_INITIALIZER;

static void put(int value)
{
    pthread_mutex_lock(&m);
    while (count == CAPACITY)
        pthread_cond_wait(&not_full, &m);
    assert(count < CAPACITY);
    buffer[in_pos] = value;
    in_pos = (in_pos + 1) % CAPACITY;
    count++;
    pthread_cond_signal(&not_empty);
    pthread_mutex_unlock(&m);
}

static int get(void)
{
    pthread_mutex_lock(&m);
    while (count == 0)
        pthread_cond_wait(&not_empty, &m);
    assert(count > 0);
    int value = buffer[out_pos];
    out_pos = (out_pos + 1) % CAPACITY;
    count--;
    pthread_cond_signal(&not_full);
    pthread_mutex_unlock(&m);
    return value;
}

static void *producer(void *arg)
{
    (void)arg;
    for (int i = 0; i < 10; i++)
        put(1);
    return NULL;
}

static void *consumer(void *arg)
{
    (void)arg;
    for (int i = 0; i < 10; i++) {
        int v = get();
        assert(v == 1);
    }
    return NULL;
}

int main(void)
{
    pthread_t p[2], c[2];
    for (int i = 0; i < 2; i++) {
        pthread_create(&p[i], NULL, producer, NULL);
        pthread_create(&c[i], NULL, consumer, NULL);
    }
    for (int i = 0; i < 2; i++) {
        pthread_join(p[i], NULL);
        pthread_join(c[i], NULL);
    }
    return 0;
}
