/* truth: unsafe, expect: unsafe -- owner read after the release */
#include <assert.h>
#include <pthread.h>

static pthread_t owner;
static volatile int taken;
static int counter;

static void *run(void *arg)
{
    (void)arg;
    while (!__sync_bool_compare_and_swap(&taken, 0, 1))
        ;
    owner = pthread_self();
    counter++;
    taken = 0;                     /* released too early */
    assert(pthread_equal(owner, pthread_self()));
    return NULL;
}

int main(void)
{
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, run, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    return 0;
}
