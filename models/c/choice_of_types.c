/* choice_of_types.c -- the value of c ? a : b has the common type of both: beside an unsigned one a
 * negative number is a large one, beside a long one it stays negative.
 *
 * truth: safe; expect: safe
 * Own. All assertions hold whatever the threads do: nothing is written.
 */
#include <assert.h>
#include <pthread.h>

static int negative = -2;
static unsigned three = 3;
static long wide = 7;

static void *work(void *argument)
{
    assert((three ? negative : three) > 10);
    assert((1 ? negative : three) > 10);
    assert((three ? negative : wide) == -2);
    assert((three ? three : negative) == 3);
    long kept = three ? negative : three;
    assert(kept == 4294967294L);
    return argument;
}

int main(void)
{
    pthread_t thread;
    while (pthread_create(&thread, NULL, work, NULL) == 0)
        ;
    return 0;
}
