/* truth: unsafe, expect: unsafe -- full check off by one */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#define CAP 2u
static int data[CAP];
static atomic_uint head, tail;
static void *prod(void *a) { for (int i = 1; i <= 4; i++) { unsigned h = head; while (h - tail > CAP) ; data[h % CAP] = i; head = h + 1; } return a; }
static void *cons(void *a) { for (int i = 1; i <= 4; i++) { unsigned t = tail; while (t == head) ; int v = data[t % CAP]; tail = t + 1; assert(v == i); } return a; }
int main(void) { pthread_t p, c; pthread_create(&p, 0, prod, 0); pthread_create(&c, 0, cons, 0); pthread_join(p, 0); pthread_join(c, 0); return 0; }
