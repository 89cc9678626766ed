/* truth: unsafe, expect: unsafe -- a function returns in the middle of an expression */
#include <assert.h>
#include <pthread.h>
static int x;
static void set(int c) { int r = c > 1 ? ({ if (c > 3) return; 1; }) : 0; x = 1; (void)r; }
static void *f(void *a) { assert(x == 1); return a; }
int main(int argc, char **argv) { pthread_t t; (void)argv; set(argc); pthread_create(&t, 0, f, 0); pthread_join(t, 0); return 0; }
