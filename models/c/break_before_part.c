/* truth: unsafe -- the part of a thread may stay unset, by a break */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

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
    int *a = calloc((size_t)argc, sizeof *a);
    for (int i = 0; i < argc; i++) {
        switch (1) {
        case 1:
            if (i > 2) break;
            a[i] = 1;
        }
        pthread_create(&t, NULL, f, &a[i]);
    }
    return 0;
}
