/* truth: unsafe, expect: unsafe -- tls init lost */
#include <assert.h>
#include <pthread.h>
static __thread int mine = 4; static int go;
static void *f(void *a) { for (int i = 0; i < 2; i++) { mine--; } assert(mine != 2); return a; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); go = 1; pthread_join(t, 0); return 0; }
