/* truth: safe -- counter joined argc */
#include <pthread.h>
#include <assert.h>
#include <stdlib.h>
static int counter;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *inc(void *p) {
    pthread_mutex_lock(&m);
    counter++;
    pthread_mutex_unlock(&m);
    return p;
}
int main(int argc, char **argv) {
    int n = argc - 1;
    pthread_t t[64];
    if (n > 64) return 1;
    for (int i = 0; i < n; i++) pthread_create(&t[i], 0, inc, argv[i]);
    for (int i = 0; i < n; i++) pthread_join(t[i], 0);
    assert(counter <= n || n < 0);
    return 0;
}
