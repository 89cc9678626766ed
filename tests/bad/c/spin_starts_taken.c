#include <pthread.h>
#include <assert.h>
static pthread_spinlock_t l = 1;
static void *w(void *a) { while (l == 0) ; assert(0); return a; }
int main(void) { pthread_t t; for (;;) pthread_create(&t, 0, w, 0); }
