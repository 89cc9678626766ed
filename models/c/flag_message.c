/* truth: safe, expect: safe -- flag message */
#include <stdatomic.h>
#include <pthread.h>
#include <assert.h>
static int payload;
static atomic_bool ready;
static void *sender(void *a) { payload = 99; atomic_store_explicit(&ready, 1, memory_order_release); return a; }
static void *receiver(void *a) {
    while (!atomic_load_explicit(&ready, memory_order_acquire)) ;
    assert(payload == 99);
    return a;
}
int main(void) {
    pthread_t s, r1, r2;
    pthread_create(&r1, 0, receiver, 0);
    pthread_create(&r2, 0, receiver, 0);
    pthread_create(&s, 0, sender, 0);
    pthread_join(s, 0); pthread_join(r1, 0); pthread_join(r2, 0);
    return 0;
}
