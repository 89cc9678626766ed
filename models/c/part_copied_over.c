/* truth: unsafe -- memcpy changes the part after it was set */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static void *f(void *p)
{
    int *mine = p;
    assert(*mine == 1);
    return NULL;
}

int main(int argc, char **argv)
{
    (void)argv;
    pthread_t t;
    int two = 2;
    int *a = calloc((size_t)argc, sizeof *a);
    for (int i = 0; i < argc; i++) {
        a[i] = 1;
        memcpy(&a[i], &two, sizeof two);
        pthread_create(&t, NULL, f, &a[i]);
    }
    return 0;
}
