// setting_is_rounded.c: a setting that is too large becomes 4096; inputs: 0,100,5000; truth: unsafe; expect: unsafe
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int setting, result = -1;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *apply(void *arg)
{
    pthread_mutex_lock(&m);
    if (setting < 100) setting = 100;
    if (setting > 4000) setting = 4096;
    result = setting;
    assert(result != 4096);
    pthread_mutex_unlock(&m);
    return arg;
}

int main(int argc, char **argv)
{
    pthread_t t[2];
    setting = argc > 1 ? atoi(argv[1]) : 100;
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, apply, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    return 0;
}
