/* truth: safe, expect: safe -- once value */
#include <pthread.h>
#include <assert.h>
#include <stddef.h>
static pthread_once_t once = PTHREAD_ONCE_INIT;
static int value;
static int calls;
static void init_routine(void) { calls++; value = 42; }
static int get(void) { pthread_once(&once, init_routine); return value; }
static void *thread_fn(void *unused)
{
    int v = get();
    assert(v == 42);
    assert(calls == 1);
    return unused;
}
int main(int argc, char *argv[])
{
    (void)argv;
    pthread_t th;
    while (argc-- > 0)
        pthread_create(&th, NULL, thread_fn, NULL);
    return 0;
}
