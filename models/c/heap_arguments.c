/* truth: safe, expect: safe -- heap arguments */
#include <pthread.h>
#include <stdlib.h>
#include <assert.h>
struct job { int lo, hi; long result; };
static void *sum(void *p)
{
    struct job *j = p;
    long s = 0;
    for (int i = j->lo; i < j->hi; i++)
        s += i;
    j->result = s;
    return NULL;
}
int main(void)
{
    pthread_t t[2];
    struct job *jobs[2];
    for (int i = 0; i < 2; i++) {
        jobs[i] = malloc(sizeof(struct job));
        if (!jobs[i]) abort();
        jobs[i]->lo = i * 3;
        jobs[i]->hi = (i + 1) * 3;
        jobs[i]->result = 0;
        pthread_create(&t[i], NULL, sum, jobs[i]);
    }
    long total = 0;
    for (int i = 0; i < 2; i++) {
        pthread_join(t[i], NULL);
        total += jobs[i]->result;
        free(jobs[i]);
    }
    assert(total == 15);
    return 0;
}
