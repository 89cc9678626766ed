// id_allocator.c: a slot is taken by one thread at a time; truth: safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define SLOTS 3

static atomic_flag slot[SLOTS];
static int users[SLOTS];

static int take(void)
{
    for (int i = 0; i < SLOTS; i++)
        if (!atomic_flag_test_and_set(&slot[i]))
            return i;
    return -1;
}

static void *worker(void *arg)
{
    int id = take();
    if (id < 0)
        return NULL;
    users[id]++;
    assert(users[id] == 1);
    users[id]--;
    atomic_flag_clear(&slot[id]);
    return arg;
}

int main(void)
{
    pthread_t t[4];
    for (int i = 0; i < 4; i++)
        pthread_create(&t[i], NULL, worker, NULL);
    for (int i = 0; i < 4; i++)
        pthread_join(t[i], NULL);
    return 0;
}
