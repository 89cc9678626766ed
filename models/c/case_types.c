/* case_types.c -- the constants of a switch are converted to the type of what is switched on: -1 beside
 * an unsigned value is its largest one, 0xdeadbeef beside an int a negative one.
 *
 * truth: safe; expect: safe
 * Own. Both values are constants, and gcc takes the same branches.
 */
#include <assert.h>
#include <pthread.h>

static unsigned command = -1;
static int magic = 0xdeadbeef;

static void *work(void *argument)
{
    int seen = 0;
    switch (command) {
    case -1:
        seen = 1;
        break;
    default:
        seen = 2;
    }
    assert(seen == 1);
    switch (magic) {
    case 0xdeadbeef:
        seen = 3;
        break;
    default:
        seen = 4;
    }
    assert(seen == 3);
    return argument;
}

int main(void)
{
    pthread_t thread;
    while (pthread_create(&thread, NULL, work, NULL) == 0)
        ;
    return 0;
}
