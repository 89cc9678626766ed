/* truth: unsafe -- the numbers come again after 256 */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int taken;

static void *f(void *p)
{
    if ((long)p == 1) assert(__atomic_fetch_add(&taken, 1, __ATOMIC_SEQ_CST) == 0);
    return NULL;
}

int main(int argc, char **argv)
{
    (void)argv;
    pthread_t t;
    for (int i = 0; i < argc; i++)
        pthread_create(&t, NULL, f, (void *)(long)(unsigned char)i);
    return 0;
}
