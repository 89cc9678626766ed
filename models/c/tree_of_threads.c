// tree_of_threads.c: each thread creates two of the next level, down to the leaves; truth: safe; expect: safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int leaves;

static void *node(void *arg)
{
    long depth = (long)arg;
    if (depth == 0) {
        leaves++;
        return NULL;
    }
    pthread_t left, right;
    pthread_create(&left, NULL, node, (void *)(depth - 1));
    pthread_create(&right, NULL, node, (void *)(depth - 1));
    pthread_join(left, NULL);
    pthread_join(right, NULL);
    return NULL;
}

int main(void)
{
    pthread_t id;
    pthread_create(&id, NULL, node, (void *)2L);
    pthread_join(id, NULL);
    assert(leaves == 4);
    return 0;
}
