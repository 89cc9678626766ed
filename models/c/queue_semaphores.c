/* truth: safe, expect: safe -- queue semaphores */
#include <pthread.h>
#include <semaphore.h>
#include <assert.h>
#include <stdio.h>
#define N 2
static int queue[N], head, tail;
static sem_t slots, items;
static pthread_mutex_t lock;
static int in_queue;
static void put(int v) {
    sem_wait(&slots);
    pthread_mutex_lock(&lock);
    queue[tail] = v;
    tail = (tail + 1) % N;
    in_queue++;
    assert(in_queue <= N);
    pthread_mutex_unlock(&lock);
    sem_post(&items);
}
static int get(void) {
    int v;
    sem_wait(&items);
    pthread_mutex_lock(&lock);
    v = queue[head];
    head = (head + 1) % N;
    in_queue--;
    assert(in_queue >= 0);
    pthread_mutex_unlock(&lock);
    sem_post(&slots);
    return v;
}
static void *producer(void *arg) { int i; for (i = 1; i <= 3; i++) put(i); return NULL; }
static void *consumer(void *arg) { int i; for (i = 1; i <= 3; i++) { int v = get(); assert(v == i); } return NULL; }
int main(void) {
    pthread_t p, c;
    sem_init(&slots, 0, N);
    sem_init(&items, 0, 0);
    pthread_mutex_init(&lock, NULL);
    pthread_create(&p, NULL, producer, NULL);
    pthread_create(&c, NULL, consumer, NULL);
    pthread_join(p, NULL);
    pthread_join(c, NULL);
    sem_destroy(&slots);
    printf("done\n");
    return 0;
}
