/* truth: safe, expect: safe -- ranges summed */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    int id;
    int lo, hi;
    long sum;
} task_t;

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static long grand_total;

static void *run(void *p)
{
    task_t *t = (task_t *)p;
    t->sum = 0;
    for (int i = t->lo; i < t->hi; i++)
        t->sum += i;
    pthread_mutex_lock(&m);
    grand_total += t->sum;
    pthread_mutex_unlock(&m);
    pthread_exit(NULL);
}

int main(void)
{
    pthread_t tid[2];
    task_t tasks[2];
    memset(tasks, 0, sizeof tasks);
    for (int i = 0; i < 2; i++) {
        tasks[i].id = i;
        tasks[i].lo = i * 3;
        tasks[i].hi = (i + 1) * 3;
        if (pthread_create(&tid[i], NULL, run, &tasks[i]))
            abort();
    }
    for (int i = 0; i < 2; i++)
        pthread_join(tid[i], NULL);
    assert(grand_total == 15);
    assert(tasks[0].sum + tasks[1].sum == grand_total);
    return 0;
}
