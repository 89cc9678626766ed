/* truth: unsafe -- the elements are set only for some numbers of arguments */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static void *f(void *p)
{
    const int *mine = p;
    assert(*mine == 1);
    return NULL;
}

int main(int argc, char **argv)
{
    (void)argv;
    pthread_t t;
    int *a = calloc(argc, sizeof *a);
    if (argc > 3)
        for (int i = 0; i < argc; i++)
            a[i] = 1;
    for (int i = 0; i < argc; i++)
        pthread_create(&t, NULL, f, &a[i]);
    return 0;
}
