/* truth: unsafe -- one loop, called twice: the first time for half of the elements */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static void *f(void *p)
{
    int *mine = p;
    assert(*mine == 1);
    return NULL;
}

static void go(int *a, int n, int create)
{
    pthread_t t;
    for (int i = 0; i < n; i++) {
        if (create)
            pthread_create(&t, NULL, f, &a[i]);
        else
            a[i] = 1;
    }
}

int main(int argc, char **argv)
{
    (void)argv;
    int *a = calloc((size_t)argc, sizeof *a);
    go(a, argc / 2, 0);
    go(a, argc, 1);
    return 0;
}
