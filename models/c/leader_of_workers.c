// leader_of_workers.c: a thread creates workers, joins them and adds up what they did; truth: safe; expect: safe
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

#define WORKERS 3

static int part[WORKERS];
static int total;

static void *worker(void *arg)
{
    int i = (int)(intptr_t)arg;
    part[i] = i + 1;
    return NULL;
}

static void *leader(void *arg)
{
    pthread_t ids[WORKERS];
    for (int i = 0; i < WORKERS; i++)
        pthread_create(&ids[i], NULL, worker, (void *)(intptr_t)i);
    for (int i = 0; i < WORKERS; i++)
        pthread_join(ids[i], NULL);
    for (int i = 0; i < WORKERS; i++)
        total += part[i];
    return arg;
}

int main(void)
{
    pthread_t id;
    pthread_create(&id, NULL, leader, NULL);
    pthread_join(id, NULL);
    assert(total == 6);
    return 0;
}
