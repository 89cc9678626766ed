/* truth: unsafe, expect: unsafe -- helper with goto */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static void set(int *p, int c) { if (c) goto out; *p = 5; out: return; }
static int x;
static void *f(void *a) { int k = 1; set(&k, rand() % 2); assert(k == 5); x = k; return a; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_join(t, 0); return x; }
