/* truth: safe, expect: safe -- generation barrier */
#include <assert.h>
#include <pthread.h>
typedef struct { pthread_mutex_t m; pthread_cond_t c; int waiting, total; unsigned generation; } bar_t;
static bar_t b = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, 2, 0 };
static int phase[2];
static void bar_wait(bar_t *x) { pthread_mutex_lock(&x->m); unsigned gen = x->generation; if (++x->waiting == x->total) { x->waiting = 0; x->generation++; pthread_cond_broadcast(&x->c); } else while (gen == x->generation) pthread_cond_wait(&x->c, &x->m); pthread_mutex_unlock(&x->m); }
static void *run(void *p) { int me = *(int *)p; for (int k = 1; k <= 3; k++) { phase[me] = k; bar_wait(&b); assert(phase[1 - me] == k); bar_wait(&b); } return NULL; }
int main(void) { pthread_t t[2]; int id[2] = { 0, 1 }; for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, run, &id[i]); for (int i = 0; i < 2; i++) pthread_join(t[i], 0); return 0; }
