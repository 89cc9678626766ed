/* truth: unsafe, expect: unsafe -- producers consumers if */
#include <pthread.h>
#include <assert.h>
#define SIZE 2
static int count;
static pthread_mutex_t mu = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cv = PTHREAD_COND_INITIALIZER;
void *producer(void *arg)
{
    pthread_mutex_lock(&mu);
    while (count == SIZE)
        pthread_cond_wait(&cv, &mu);
    count++;
    pthread_cond_signal(&cv);
    pthread_mutex_unlock(&mu);
    return arg;
}
void *consumer(void *arg)
{
    pthread_mutex_lock(&mu);
    if (count == 0)
        pthread_cond_wait(&cv, &mu);
    assert(count > 0);
    count--;
    pthread_cond_signal(&cv);
    pthread_mutex_unlock(&mu);
    return arg;
}
int main(void)
{
    pthread_t p[2], c[2];
    int i;
    for (i = 0; i < 2; i++) pthread_create(p + i, NULL, producer, NULL);
    for (i = 0; i < 2; i++) pthread_create(c + i, NULL, consumer, NULL);
    for (i = 0; i < 2; i++) { pthread_join(p[i], NULL); pthread_join(c[i], NULL); }
    return 0;
}
