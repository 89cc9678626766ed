/* truth: unsafe, expect: unsafe -- early set by helper goto */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static int x;
static void set(int c) { if (c) goto out; x = 5; out: ; }
static void *f(void *a) { assert(x == 5); return a; }
int main(void) { pthread_t t; set(rand() % 2); pthread_create(&t, 0, f, 0); pthread_join(t, 0); return 0; }
