/* truth: unsafe -- n is another number in the second round */
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
    for (int k = 0; k < 2; k++) {
        int n = k ? argc : argc / 2;
        for (int i = 0; i < n; i++) {
            if (k)
                pthread_create(&t, NULL, f, &a[i]);
            else
                a[i] = 1;
        }
    }
    return 0;
}
