/* truth: unsafe, expect: unsafe -- loop variable shared */
#include <assert.h>
#include <pthread.h>
static int seen[3];

static void *f(void *p)
{
    int id = *(int *)p;
    assert(id < 3);
    seen[id]++;
    return NULL;
}

int main(void)
{
    pthread_t t[3];
    int i;
    for (i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, f, &i);
    for (i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    assert(seen[0] == 1 && seen[1] == 1 && seen[2] == 1);
    return 0;
}
