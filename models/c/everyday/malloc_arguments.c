/* truth: safe, expect: safe -- malloc arguments */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

typedef struct {
    int id;
    int *out;
} arg_t;

static int outs[2];

static void *w(void *p)
{
    arg_t *a = p;
    *a->out = a->id * 10;
    free(a);
    return NULL;
}

int main(void)
{
    pthread_t t[2];
    for (int i = 0; i < 2; i++) {
        arg_t *a = malloc(sizeof *a);
        if (a == NULL)
            return 1;
        a->id = i + 1;
        a->out = &outs[i];
        pthread_create(&t[i], NULL, w, a);
    }
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    assert(outs[0] == 10 && outs[1] == 20);
    return 0;
}
