// work_queue.c: every job is done exactly once; truth: safe
#include <assert.h>
#include <pthread.h>

#define JOBS 4

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int next_job;
static int times[JOBS];

static void *worker(void *arg)
{
    for (;;) {
        int job;
        pthread_mutex_lock(&m);
        job = next_job < JOBS ? next_job++ : -1;
        pthread_mutex_unlock(&m);
        if (job < 0)
            break;
        times[job]++;
    }
    return arg;
}

int main(void)
{
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, worker, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    for (int i = 0; i < JOBS; i++)
        assert(times[i] == 1);
    return 0;
}
