/* seed_moves.c -- a call writes to where its argument points: rand_r changes the seed.
 *
 * truth: unsafe; expect: unsafe
 * Own. The seed of glibc is another one after each call.
 */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static unsigned seed = 1;

static void *work(void *argument)
{
    pthread_mutex_lock(&mutex);
    int drawn = rand_r(&seed);
    assert(drawn >= 0);
    assert(seed == 1);
    pthread_mutex_unlock(&mutex);
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    pthread_join(thread, NULL);
    return 0;
}
