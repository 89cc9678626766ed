/* truth: unsafe, expect: unsafe -- countdown shared */
#include <assert.h>
#include <pthread.h>
static int remaining;

static void *w(void *arg)
{
    int n = *(int *)arg;
    while (n-- > 0) {
        if (remaining > 0) {
            remaining--;
        }
    }
    return NULL;
}

int main(void)
{
    pthread_t t[2];
    int n = 2;
    remaining = 3;
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, w, &n);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    assert(remaining == 0);
    return 0;
}
