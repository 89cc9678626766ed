/* truth: safe, expect: safe -- jobs by pointer */
#include <assert.h>
#include <pthread.h>
typedef int (*op_fn)(int);

static int twice(int x)
{
    return 2 * x;
}

static int neg(int x)
{
    return -x;
}

static int inc(int x)
{
    return x + 1;
}

static const op_fn ops[] = {twice, neg, inc};

struct job {
    op_fn fn;
    int in, out;
};
static struct job jobs[3] = {{twice, 4, 0}, {neg, 4, 0}, {.fn = inc, .in = 4}};

static void *exec(void *p)
{
    struct job *j = p;
    j->out = j->fn(j->in);
    return NULL;
}

int main(void)
{
    pthread_t t[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, exec, &jobs[i]);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    assert(jobs[0].out == 8);
    assert(jobs[1].out == -4);
    assert(jobs[2].out == 5);
    assert(ops[0](3) == 6);
    return 0;
}
