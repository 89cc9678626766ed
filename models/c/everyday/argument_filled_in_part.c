/* truth: unsafe -- malloc arg later */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
struct a { int v; };
static void *f(void *p) { struct a *a = p; assert(a->v == 1); free(a); return 0; }
int main(int argc, char **argv)
{
    (void)argv;
    for (int i = 0; i < argc; i++) {
        pthread_t t;
        struct a *r = malloc(sizeof *r);
        r->v = 1;
        if (argc > 4) r->v = 2;
        pthread_create(&t, 0, f, r);
    }
    return 0;
}
