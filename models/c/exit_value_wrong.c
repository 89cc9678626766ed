/* exit_value_wrong.c -- a thread that finds a mistake ends with its code in a function that it
 * calls, and main believes that every thread returns 0.
 *
 * truth: unsafe; expect: unsafe
 * Own. The argument is never NULL, so the code is 3.
 */
#include <assert.h>
#include <stdlib.h>
#include <threads.h>

static void fail(int code)
{
    thrd_exit(code);
}

static int work(void *argument)
{
    if (argument) fail(3);
    return 0;
}

int main(void)
{
    thrd_t thread;
    int result, data = 0;
    if (thrd_create(&thread, work, &data) != thrd_success) exit(1);
    thrd_join(thread, &result);
    assert(result == 0);
    return 0;
}
