/* truth: safe, expect: safe -- semaphore binary */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
static sem_t sem;
static int counter;

static void *inc(void *arg)
{
    for (int i = 0; i < 3; i++) {
        sem_wait(&sem);
        int tmp = counter;
        tmp++;
        counter = tmp;
        sem_post(&sem);
    }
    return arg;
}

int main(void)
{
    pthread_t a, b;
    sem_init(&sem, 0, 1);
    pthread_create(&a, NULL, inc, NULL);
    pthread_create(&b, NULL, inc, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(counter == 6);
    sem_destroy(&sem);
    return 0;
}
