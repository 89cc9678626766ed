/* truth: safe, expect: safe -- work items open */
#include <stdatomic.h>
#include <pthread.h>
#include <assert.h>
static atomic_int next_item;
static int items = 4;
static int taken[4];
static void *worker(void *arg) {
    int i;
    while ((i = atomic_fetch_add(&next_item, 1)) < items) {
        assert(!taken[i]);
        taken[i] = 1;
    }
    return arg;
}
int main(int argc, char **argv) { pthread_t t; for (int i = 0; i < argc; i++) pthread_create(&t, NULL, worker, argv); return 0; }
