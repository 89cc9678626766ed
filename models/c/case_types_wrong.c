/* case_types_wrong.c -- who wrote this believes that an unsigned command is never -1.
 *
 * truth: unsafe; expect: unsafe
 * Own. -1 is converted to 4294967295, which is the command.
 */
#include <assert.h>
#include <pthread.h>

static unsigned command = 4294967295u;

static void *work(void *argument)
{
    switch (command) {
    case -1:
        assert(0);
        break;
    default:
        break;
    }
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    pthread_join(thread, NULL);
    return 0;
}
