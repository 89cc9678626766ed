# 1 "/usr/include/pthreadtypes.h" 1 3
typedef unsigned long int pthread_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
# 5 "part_changed_after.c" 2
void *malloc(unsigned long size);
struct a { int v; };
void *f(void *p) { struct a *a = p; __VERIFIER_assert(a->v == 1); return 0; }
int main(int argc, char **argv)
{
    pthread_t t;
    struct a *r = malloc(argc * sizeof *r);
    for (int i = 0; i < argc; i++) {
        r[i].v = 1;
        pthread_create(&t, 0, f, &r[i]);
        r[i].v = 2;
    }
    return 0;
}
