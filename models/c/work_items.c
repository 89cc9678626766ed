/* truth: safe, expect: safe -- work items */
#include <stdatomic.h>
#include <pthread.h>
#include <assert.h>
#define WORK 6
static atomic_int next_item;
static int result[WORK];
static void *worker(void *arg) {
    for (;;) {
        int i = atomic_fetch_add(&next_item, 1);
        if (i >= WORK) break;
        assert(result[i] == 0);
        result[i] = i + 1;
    }
    return arg;
}
int main(void) {
    pthread_t t[3];
    for (int i = 0; i < 3; i++) pthread_create(&t[i], NULL, worker, NULL);
    for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
    for (int i = 0; i < WORK; i++) assert(result[i] == i + 1);
    return 0;
}
