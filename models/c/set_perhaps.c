/* truth: unsafe -- the function that sets the part of a thread may return before */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static void *f(void *p)
{
    int *mine = p;
    assert(*mine == 1);
    return NULL;
}

static void set(int *e, int i)
{
    if (i > 3) return;
    *e = 1;
}

int main(int argc, char **argv)
{
    (void)argv;
    pthread_t t;
    int *a = calloc(argc, sizeof *a);
    for (int i = 0; i < argc; i++) {
        set(&a[i], i);
        pthread_create(&t, NULL, f, &a[i]);
    }
    return 0;
}
