/* wrapped_known.c -- a difference that wraps around near the upper end of unsigned, and is negative
 * as an int: values far from those that ranges of a program may have.
 *
 * truth: safe; expect: safe
 * Own. Every thread sets the word under the mutex, and 5 - 6 is 0xffffffff.
 */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static unsigned word;

static void *work(void *argument)
{
    pthread_mutex_lock(&mutex);
    word = 5;
    assert(word - 6 > 0);
    assert((int)(word - 6) == -1);
    pthread_mutex_unlock(&mutex);
    return argument;
}

int main(void)
{
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, work, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
