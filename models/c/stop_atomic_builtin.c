/* truth: safe, expect: safe -- stop atomic builtin */
#include <pthread.h>
#include <assert.h>
static unsigned long hits;
static int stop;
static void *worker(void *p) {
    while (!__atomic_load_n(&stop, __ATOMIC_ACQUIRE)) {
        __atomic_fetch_add(&hits, 1, __ATOMIC_RELAXED);
    }
    return p;
}
int main(void) {
    pthread_t t[2];
    for (int i = 0; i < 2; ++i) pthread_create(&t[i], NULL, worker, NULL);
    __atomic_store_n(&stop, 1, __ATOMIC_RELEASE);
    for (int i = 0; i < 2; ++i) pthread_join(t[i], NULL);
    unsigned long h = hits;
    assert(h == hits);
    return 0;
}
