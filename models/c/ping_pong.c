/* truth: safe, expect: safe -- ping pong */
#include <stdatomic.h>
#include <pthread.h>
#include <assert.h>
static atomic_int turn = 0;
static int balls, hits;
static void *ping(void *p) { for (int i = 0; i < 3; i++) { while (atomic_load(&turn) != 0); balls++; assert(balls == 1); hits++; balls--; atomic_store(&turn, 1); } return p; }
static void *pong(void *p) { for (int i = 0; i < 3; i++) { while (turn != 1); balls++; assert(balls == 1); hits++; balls--; turn = 0; } return p; }
int main(void) { pthread_t a, b; pthread_create(&a, 0, ping, 0); pthread_create(&b, 0, pong, 0); pthread_join(a, 0); pthread_join(b, 0); assert(hits == 6); return 0; }
