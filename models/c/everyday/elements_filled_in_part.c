/* truth: unsafe -- row init short */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
struct a { int v, id; };
static void *f(void *p) { struct a *a = p; assert(a->v == 1); return 0; }
int main(int argc, char **argv)
{
    (void)argv;
    struct a *r = calloc(argc, sizeof *r);
    for (int i = 1; i < argc; i++)
        r[i].v = 1;
    for (int i = 0; i < argc; i++) {
        pthread_t t;
        pthread_create(&t, 0, f, &r[i]);
    }
    return 0;
}
