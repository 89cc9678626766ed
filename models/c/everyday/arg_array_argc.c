/* truth: safe, expect: safe -- arg array argc */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct task {
    int id;
    int step;
    pthread_mutex_t *lock;
};

static int total;
static pthread_mutex_t total_lock;

static void *worker(void *p)
{
    struct task *t = (struct task *)p;
    pthread_mutex_lock(t->lock);
    int before = total;
    total += t->step;
    assert(total == before + 2);
    pthread_mutex_unlock(t->lock);
    return NULL;
}

int main(int argc, char *argv[])
{
    if (argc < 2) {
        fprintf(stderr, "usage: %s N\n", argv[0]);
        return 1;
    }
    int n = atoi(argv[1]);
    pthread_t *threads = malloc(sizeof(pthread_t) * n);
    struct task *tasks = malloc(sizeof(struct task) * n);
    pthread_mutex_init(&total_lock, NULL);
    for (int i = 0; i < n; i++) {
        tasks[i].id = i;
        tasks[i].step = 2;
        tasks[i].lock = &total_lock;
        pthread_create(&threads[i], NULL, worker, &tasks[i]);
    }
    for (int i = 0; i < n; i++)
        pthread_join(threads[i], NULL);
    pthread_mutex_destroy(&total_lock);
    free(tasks);
    free(threads);
    return 0;
}
