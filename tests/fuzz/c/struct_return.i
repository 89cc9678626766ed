       
typedef struct { int x; } pthread_t_; typedef unsigned long pthread_t; typedef struct{int a;} pthread_mutex_t; typedef struct{int a;} pthread_cond_t; typedef struct{int a;} pthread_rwlock_t; typedef struct{int a;} pthread_barrier_t;typedef int pthread_once_t; typedef int pthread_spinlock_t;
typedef struct{int a;} sem_t; typedef unsigned long thrd_t; typedef struct {int a;} mtx_t;
void __assert_fail(const char *, const char *, unsigned, const char *);
typedef unsigned char uint8_t; typedef unsigned int uint32_t; typedef long intptr_t;
typedef struct { int a, b; } pair;
static pair state;
static pthread_mutex_t m = {0};
static pair snapshot(void) { pair p; pthread_mutex_lock(&m); p = state; pthread_mutex_unlock(&m); return p; }
static void publish(pair p) { pthread_mutex_lock(&m); state = p; pthread_mutex_unlock(&m); }
static void *w(void *x) { pair p = snapshot(); ((p.a == p.b) ? (void)0 : __assert_fail("x", "f", 1, "g")); publish((pair){ .a = 1, .b = 1 }); p = snapshot(); ((p.a == p.b) ? (void)0 : __assert_fail("x", "f", 1, "g")); return x; }
int main(int argc, char **argv) { pthread_t t; memset(&state, 0, sizeof state); for (int i = 0; i < argc; i++) pthread_create(&t, 0, w, argv); return 0; }
