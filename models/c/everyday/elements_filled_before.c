/* truth: safe, expect: safe -- row init loop */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
struct a { int v, id; };
static void *f(void *p) { struct a *a = p; assert(a->v == 1); assert(a->id >= 0); a->v++; assert(a->v == 2); return 0; }
int main(int argc, char **argv)
{
    (void)argv;
    struct a *r = malloc(argc * sizeof *r);
    for (int i = 0; i < argc; i++) {
        r[i].v = 1;
        r[i].id = i;
    }
    for (int i = 0; i < argc; i++) {
        pthread_t t;
        pthread_create(&t, 0, f, &r[i]);
    }
    return 0;
}
