/* truth: unsafe, expect: unsafe -- wrap byte */
#include <pthread.h>
#include <assert.h>
#include <stdint.h>
static uint8_t n;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *f(void *p) {
    for (;;) {
        pthread_mutex_lock(&m);
        uint8_t old = n;
        n++;
        assert(n > old);
        pthread_mutex_unlock(&m);
    }
    return p;
}
int main(void) { pthread_t a, b; pthread_create(&a, 0, f, 0); pthread_create(&b, 0, f, 0); pthread_join(a, 0); return 0; }
