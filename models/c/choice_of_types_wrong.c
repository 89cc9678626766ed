/* choice_of_types_wrong.c -- an error code that is lost: beside an unsigned length -1 is no negative
 * number, even where the condition is a constant.
 *
 * truth: unsafe; expect: unsafe
 * Own. 1 ? -1 : length is 4294967295.
 */
#include <assert.h>
#include <pthread.h>

static unsigned length = 1;

static void *work(void *argument)
{
    assert((1 ? -1 : length) < 0);
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    pthread_join(thread, NULL);
    return 0;
}
