/* truth: unsafe -- row main reads */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
struct a { int v; }; static struct a r[64];
static void *f(void *p) { struct a *a = p; a->v = 3; return 0; }
int main(int argc, char **argv) { pthread_t t; int n = argc > 60 ? 60 : argc;
 for (int i = 0; i < n; i++) { r[i].v = 1; pthread_create(&t, 0, f, &r[i]); assert(r[i].v == 1); } return 0; }
