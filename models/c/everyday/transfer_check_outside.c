/* truth: unsafe, expect: unsafe -- transfer check outside */
#include <assert.h>
#include <pthread.h>
static long balance = 100;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static long read_balance(void) { long b; pthread_mutex_lock(&mutex); b = balance; pthread_mutex_unlock(&mutex); return b; }
static void *withdraw(void *p) {
    long amount = (long)p;
    if (read_balance() >= amount) { pthread_mutex_lock(&mutex); balance -= amount; pthread_mutex_unlock(&mutex); }
    return NULL;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, withdraw, (void *)70L);
    pthread_create(&b, NULL, withdraw, (void *)60L);
    pthread_join(a, NULL); pthread_join(b, NULL);
    assert(read_balance() >= 0);
    return 0;
}
