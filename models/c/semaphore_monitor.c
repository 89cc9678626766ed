/* truth: safe -- semaphore monitor */
#include <pthread.h>
#include <assert.h>
typedef struct semaphore { int value; pthread_mutex_t mutex; pthread_cond_t nonzero; } semaphore;
static semaphore sem = { .value = 2, .mutex = PTHREAD_MUTEX_INITIALIZER, .nonzero = PTHREAD_COND_INITIALIZER };
static int inside;
static pthread_mutex_t im = PTHREAD_MUTEX_INITIALIZER;
static void down(semaphore *s) { pthread_mutex_lock(&s->mutex); while (s->value <= 0) pthread_cond_wait(&s->nonzero, &s->mutex); s->value--; pthread_mutex_unlock(&s->mutex); }
static void up(semaphore *s) { pthread_mutex_lock(&s->mutex); s->value++; pthread_cond_signal(&s->nonzero); pthread_mutex_unlock(&s->mutex); }
static void adjust(int d) { pthread_mutex_lock(&im); inside += d; assert(inside >= 0 && inside <= 2); pthread_mutex_unlock(&im); }
static void *user(void *p) { for (;;) { down(&sem); adjust(+1); adjust(-1); up(&sem); } return p; }
int main(int argc, char **argv) { pthread_t t; for (int i = 0; i < argc; i++) pthread_create(&t, 0, user, 0); (void)argv; pthread_exit(0); }
