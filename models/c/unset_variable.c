/* truth: unsafe, expect: unsafe -- a local that one path leaves without a value */
#include <pthread.h>
#include <assert.h>
static int g;
static void *w(void *p) { int x; if (g) x = 0; assert(x == 0); return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, w, 0); g = 1; return 0; }
