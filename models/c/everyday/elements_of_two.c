/* truth: unsafe, expect: unsafe -- row two groups */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
struct a { int v; }; static int seen;
static void *f(void *p) { struct a *a = p; if (a->v == 1) seen = 1; return 0; }
static void *g(void *p) { struct a *a = p; assert(seen == 0 || a->v != 2); return 0; }
int main(int argc, char **argv) { pthread_t t; struct a *r = malloc(argc * sizeof *r), *s = malloc(argc * sizeof *s);
 for (int i = 0; i < argc; i++) { r[i].v = 1; s[i].v = 2; pthread_create(&t, 0, f, &r[i]); pthread_create(&t, 0, g, &s[i]); } return 0; }
