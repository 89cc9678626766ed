/* truth: safe, expect: safe -- ticket monitor */
#include <pthread.h>
#include <assert.h>
static unsigned long next_ticket, now_serving;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int in_room;
static void enter(void) { pthread_mutex_lock(&m); unsigned long my = next_ticket++; while (my != now_serving) pthread_cond_wait(&c, &m); pthread_mutex_unlock(&m); }
static void leave(void) { pthread_mutex_lock(&m); now_serving++; pthread_cond_broadcast(&c); pthread_mutex_unlock(&m); }
static void *w(void *p) { for (;;) { enter(); in_room++; assert(in_room == 1); in_room--; leave(); } return p; }
int main(int argc, char **argv) { pthread_t t; for (int i = 0; i < argc; i++) pthread_create(&t, 0, w, argv); pthread_exit(0); }
