/* truth: safe, expect: safe -- args outside pointer */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
struct arg { int id; int rounds; };
static pthread_mutex_t mu = PTHREAD_MUTEX_INITIALIZER; static int x;
static void *f(void *p) { struct arg *a = p; for (int i = 0; i < a->rounds; i++) { pthread_mutex_lock(&mu); x++; assert(x == 1); x--; pthread_mutex_unlock(&mu); } free(a); return NULL; }
int main(int argc, char **argv) { int i, n = argc > 1 ? atoi(argv[1]) : 4; struct arg *a; pthread_t t; for (i = 0; i < n; i++) { a = malloc(sizeof *a); a->id = i; a->rounds = 5; if (pthread_create(&t, NULL, f, a)) { free(a); exit(1); } pthread_detach(t); } pthread_exit(NULL); }
