/* number_of_threads.c -- the usual way to read how many threads there shall be: strtol with a look
 * at where it ended.
 *
 * truth: safe; expect: safe
 * Own. What is counted is only changed under the mutex.
 */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int inside;

static void *work(void *argument)
{
    pthread_mutex_lock(&mutex);
    inside++;
    assert(inside == 1);
    inside--;
    pthread_mutex_unlock(&mutex);
    return argument;
}

int main(int argc, char **argv)
{
    char *end;
    if (argc < 2) return 1;
    long n = strtol(argv[1], &end, 10);
    if (*end || n < 1 || n > 100) return 1;
    for (long i = 0; i < n; i++) {
        pthread_t thread;
        pthread_create(&thread, NULL, work, NULL);
    }
    pthread_exit(NULL);
}
