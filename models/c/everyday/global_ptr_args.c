/* truth: safe, expect: safe -- global ptr args */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static int nthreads; static pthread_t *threads; static int *ids; static pthread_mutex_t mu = PTHREAD_MUTEX_INITIALIZER; static int owner = -1;
static void *f(void *p) { int id = *(int *)p; pthread_mutex_lock(&mu); owner = id; assert(owner == id); owner = -1; pthread_mutex_unlock(&mu); return NULL; }
int main(int argc, char **argv) { nthreads = argc > 1 ? atoi(argv[1]) : 4; threads = malloc(nthreads * sizeof(pthread_t)); ids = malloc(nthreads * sizeof(int)); for (int i = 0; i < nthreads; i++) { ids[i] = i; pthread_create(&threads[i], NULL, f, &ids[i]); } for (int i = 0; i < nthreads; i++) pthread_join(threads[i], NULL); free(threads); free(ids); return 0; }
