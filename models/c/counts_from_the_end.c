/* counts_from_the_end.c -- tickets that begin two below the end of unsigned: the third one is 0.
 *
 * truth: unsafe; expect: unsafe
 * Own. 4294967294 + 2 wraps around to 0; such a counter is no example of one that never gets that far.
 */
#include <assert.h>
#include <pthread.h>

static unsigned next_ticket = 4294967294u;

static void *work(void *argument)
{
    unsigned mine = __sync_fetch_and_add(&next_ticket, 1);
    assert(mine != 0);
    return argument;
}

int main(int argc, char **argv)
{
    for (int i = 0; i < argc; i++) {
        pthread_t thread;
        pthread_create(&thread, NULL, work, argv);
    }
    pthread_exit(NULL);
}
