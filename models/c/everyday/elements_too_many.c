/* truth: unsafe, expect: unsafe -- row index too far */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#define MAX 4
static int slots[MAX];
static void *f(void *p) { int *s = p; *s = 1; return 0; }
int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 4, i;
    pthread_t t;
    for (i = 0; i < n; i++)
        pthread_create(&t, 0, f, &slots[i]);
    assert(n < 1000000);
    return 0;
}
