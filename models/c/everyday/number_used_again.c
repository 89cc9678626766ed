/* truth: unsafe -- number changed in body */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static int used[100];
static void *f(void *a) { long i = (long)a; int k = __atomic_fetch_add(&used[0], i == 1, __ATOMIC_SEQ_CST); assert(k == 0 || i != 1); return 0; }
int main(int argc, char **argv)
{
    pthread_t t; int again = 0;
    for (long i = 0; i < argc; i++) {
        pthread_create(&t, NULL, f, (void *)i);
        if (argc > 5 && !again && i == 2) { i = 0; again = 1; }
    }
    return 0;
}
