/* truth: safe, expect: safe -- tls per thread */
#include <assert.h>
#include <pthread.h>
static __thread int mine; static int total; static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *f(void *a) { for (int i = 0; i < 3; i++) mine++; assert(mine == 3); pthread_mutex_lock(&m); total += mine; pthread_mutex_unlock(&m); return a; }
int main(int argc, char **argv) { pthread_t t[2]; for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, f, 0); mine = 7; for (int i = 0; i < 2; i++) pthread_join(t[i], 0); assert(mine == 7 && total == 6); return 0; }
