// helpers_get_locals.c: a thread hands variables of its own to its helpers; truth: safe; expect: safe
#include <assert.h>
#include <pthread.h>

struct job {
    int in, out;
};

static void *doubles(void *arg)
{
    struct job *j = arg;
    j->out = j->in * 2;
    return NULL;
}

static void *leader(void *arg)
{
    struct job a = {2, 0}, b = {5, 0};
    pthread_t first, second;
    pthread_create(&first, NULL, doubles, &a);
    pthread_create(&second, NULL, doubles, &b);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(a.out + b.out == 14);
    return arg;
}

int main(void)
{
    pthread_t id;
    pthread_create(&id, NULL, leader, NULL);
    pthread_join(id, NULL);
    return 0;
}
