/* truth: safe, expect: safe -- job states */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct job {
    _Atomic int state;
    int input;
    int output;
};

enum { FREE_, READY_, DONE_ };
static struct job jobs[2];

static void *worker(void *a)
{
    struct job *j = a;
    while (atomic_load(&j->state) != READY_)
        ;
    j->output = j->input + 100;
    atomic_store(&j->state, DONE_);
    return NULL;
}

int main(void)
{
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, worker, &jobs[i]);
    for (int i = 0; i < 2; i++) {
        jobs[i].input = i;
        atomic_store(&jobs[i].state, READY_);
    }
    for (int i = 0; i < 2; i++) {
        while (atomic_load(&jobs[i].state) != DONE_)
            sched_yield();
        assert(jobs[i].output == i + 100);
    }
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    return 0;
}
