/* truth: safe -- rwlock monitor */
#include <pthread.h>
#include <assert.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t can_read = PTHREAD_COND_INITIALIZER, can_write = PTHREAD_COND_INITIALIZER;
static int readers, writers, waiting_writers;
static int shared_value, shadow;
static void read_lock(void) { pthread_mutex_lock(&m); while (writers || waiting_writers) pthread_cond_wait(&can_read, &m); readers++; pthread_mutex_unlock(&m); }
static void read_unlock(void) { pthread_mutex_lock(&m); if (--readers == 0) pthread_cond_signal(&can_write); pthread_mutex_unlock(&m); }
static void write_lock(void) { pthread_mutex_lock(&m); waiting_writers++; while (readers > 0 || writers > 0) pthread_cond_wait(&can_write, &m); waiting_writers--; writers++; pthread_mutex_unlock(&m); }
static void write_unlock(void) { pthread_mutex_lock(&m); writers--; pthread_cond_signal(&can_write); pthread_cond_broadcast(&can_read); pthread_mutex_unlock(&m); }
static void *reader(void *p) { read_lock(); assert(shared_value == shadow); read_unlock(); return p; }
static void *writer(void *p) { write_lock(); shared_value++; shadow++; write_unlock(); return p; }
int main(int argc, char **argv) { pthread_t t; for (int i = 0; i < argc; i++) { pthread_create(&t, 0, reader, 0); pthread_create(&t, 0, writer, 0); } (void)argv; return 0; }
