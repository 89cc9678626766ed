/* truth: unsafe, expect: unsafe -- elevator */
#include <pthread.h>
#include <assert.h>
#include <unistd.h>
typedef enum { CLOSED, OPEN } door_t;
static volatile door_t door = CLOSED;
static volatile int moving = 0;
static void *motor(void *a) { while (1) { if (door == CLOSED) { moving = 1; usleep(1); moving = 0; } } return a; }
static void *doors(void *a) { while (1) { if (!moving) { door = OPEN; assert(!moving); door = CLOSED; } } return a; }
int main(void) { pthread_t x, y; pthread_create(&x, 0, motor, 0); pthread_create(&y, 0, doors, 0); pthread_join(x, 0); pthread_join(y, 0); return 0; }
