/* truth: unsafe, expect: unsafe -- mutex array wrong */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#define BUCKETS 4
static pthread_mutex_t locks[2] = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER };
static int users[BUCKETS];
static void *w(void *a) { unsigned key = (unsigned)(size_t)a; unsigned b = key % BUCKETS; pthread_mutex_lock(&locks[key % 3 % 2]); users[b]++; assert(users[b] == 1); users[b]--; pthread_mutex_unlock(&locks[key % 3 % 2]); return 0; }
int main(void) { pthread_t t[3]; size_t keys[3] = { 1, 5, 2 }; for (int i = 0; i < 3; i++) pthread_create(&t[i], NULL, w, (void *)keys[i]); for (int i = 0; i < 3; i++) pthread_join(t[i], NULL); return 0; }
