/* truth: unsafe, expect: unsafe -- one lock for each thread protects nothing */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct task {
    pthread_mutex_t lock;
    int step;
};

static int inside;

static void *worker(void *p)
{
    struct task *t = p;
    pthread_mutex_lock(&t->lock);
    inside++;
    assert(inside == 1);
    inside--;
    pthread_mutex_unlock(&t->lock);
    return NULL;
}

int main(int argc, char *argv[])
{
    int n = argc > 1 ? atoi(argv[1]) : 2;
    pthread_t *threads = malloc(sizeof(pthread_t) * n);
    struct task *tasks = malloc(sizeof(struct task) * n);
    for (int i = 0; i < n; i++) {
        pthread_mutex_init(&tasks[i].lock, NULL);
        pthread_create(&threads[i], NULL, worker, &tasks[i]);
    }
    for (int i = 0; i < n; i++)
        pthread_join(threads[i], NULL);
    free(tasks);
    free(threads);
    return 0;
}
