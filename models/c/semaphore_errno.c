/* semaphore_errno.c -- a semaphore as a lock, with the usual loop around sem_wait: it is called again
 * where a signal has interrupted it.
 *
 * truth: safe; expect: safe
 * Own. One thread at a time passes the semaphore, whatever errno says.
 */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

static sem_t semaphore;
static int inside;

static void enter(void)
{
    while (sem_wait(&semaphore) == -1)
        if (errno != EINTR) abort();
}

static void *work(void *argument)
{
    enter();
    inside++;
    assert(inside == 1);
    inside--;
    if (sem_post(&semaphore) != 0 && errno == EOVERFLOW) abort();
    return argument;
}

int main(int argc, char **argv)
{
    sem_init(&semaphore, 0, 1);
    for (int i = 0; i < argc; i++) {
        pthread_t thread;
        pthread_create(&thread, NULL, work, argv);
    }
    pthread_exit(NULL);
}
