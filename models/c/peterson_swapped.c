// peterson_swapped.c: Peterson with the first two steps in the wrong order; truth: unsafe; expect: unsafe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag[2];
static atomic_int turn;
static int in_critical;

static void *process(void *arg)
{
    int me = (int)(long)arg;
    int other = 1 - me;
    for (int k = 0; k < 10; k++) {
        atomic_store(&turn, other);
        atomic_store(&flag[me], 1);
        while (atomic_load(&flag[other]) && atomic_load(&turn) == other)
            ;
        in_critical++;
        assert(in_critical == 1);
        in_critical--;
        atomic_store(&flag[me], 0);
    }
    return NULL;
}

int main(void)
{
    pthread_t t[2];
    for (long i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, process, (void *)i);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    return 0;
}
