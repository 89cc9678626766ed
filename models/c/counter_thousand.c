/* truth: safe -- counter thousand */
#include <pthread.h>
#include <assert.h>
#define THREADS 4
#define ROUNDS 1000
static long counter;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *inc(void *p) { for (int i = 0; i < ROUNDS; i++) { pthread_mutex_lock(&m); counter++; pthread_mutex_unlock(&m); } return p; }
int main(void) {
    pthread_t t[THREADS];
    for (int i = 0; i < THREADS; i++) pthread_create(&t[i], NULL, inc, NULL);
    for (int i = 0; i < THREADS; i++) pthread_join(t[i], NULL);
    assert(counter == THREADS * ROUNDS);
    return 0;
}
