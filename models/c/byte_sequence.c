/* truth: safe, expect: safe -- byte sequence */
#include <stdint.h>
#include <stdatomic.h>
#include <pthread.h>
#include <assert.h>
static _Atomic uint8_t seq = 250;
static int count;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *w(void *p) {
    for (int i = 0; i < 5; i++) {
        pthread_mutex_lock(&m);
        uint8_t before = seq;
        seq++;
        assert((uint8_t)(seq - before) == 1);
        count++;
        pthread_mutex_unlock(&m);
    }
    return p;
}
int main(void) { pthread_t a, b; pthread_create(&a, 0, w, 0); pthread_create(&b, 0, w, 0); pthread_join(a, 0); pthread_join(b, 0); assert(count == 10); assert(seq == (uint8_t)260); return 0; }
