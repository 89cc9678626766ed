/* truth: safe, expect: safe -- pipeline stages */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
static sem_t s1, s2, done;
static int slot1, slot2;
static void *stage1(void *a) { for (int i = 1; i <= 3; i++) { sem_wait(&done); slot1 = i; sem_post(&s1); } return a; }
static void *stage2(void *a) { for (int i = 1; i <= 3; i++) { sem_wait(&s1); slot2 = slot1 * 2; sem_post(&s2); } return a; }
static void *stage3(void *a) { for (int i = 1; i <= 3; i++) { sem_wait(&s2); assert(slot2 == 2 * i); sem_post(&done); } return a; }
int main(void) {
    pthread_t t[3];
    sem_init(&s1, 0, 0); sem_init(&s2, 0, 0); sem_init(&done, 0, 1);
    pthread_create(&t[0], NULL, stage1, NULL); pthread_create(&t[1], NULL, stage2, NULL); pthread_create(&t[2], NULL, stage3, NULL);
    for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
    return 0;
}
