/* truth: safe, expect: safe -- struct snapshot */
#include <pthread.h>
#include <string.h>
#include <assert.h>
typedef struct { int a, b; } pair;
static pair state;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pair snapshot(void) { pair p; pthread_mutex_lock(&m); p = state; pthread_mutex_unlock(&m); return p; }
static void publish(pair p) { pthread_mutex_lock(&m); state = p; pthread_mutex_unlock(&m); }
static void *w(void *x) { pair p = snapshot(); assert(p.a == p.b); publish((pair){ .a = 1, .b = 1 }); p = snapshot(); assert(p.a == p.b); return x; }
int main(int argc, char **argv) { pthread_t t; memset(&state, 0, sizeof state); for (int i = 0; i < argc; i++) pthread_create(&t, 0, w, argv); return 0; }
