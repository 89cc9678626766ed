/* truth: safe, expect: safe -- ids are distinct: one owner at a time by id */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int owner = -1;

static void *worker(void *p)
{
    int me = *(int *)p;
    free(p);
    for (;;) {
        int none = -1;
        if (atomic_compare_exchange_strong(&owner, &none, me)) {
            assert(atomic_load(&owner) == me);
            atomic_store(&owner, -1);
        }
    }
    return NULL;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3;
    for (int i = 0; i < n; i++) {
        pthread_t t;
        int *id = malloc(sizeof(int));
        if (id == NULL)
            return 1;
        *id = i;
        if (pthread_create(&t, NULL, worker, id) != 0)
            return 1;
    }
    pthread_exit(NULL);
}
