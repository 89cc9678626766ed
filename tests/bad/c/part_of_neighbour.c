# 1 "/usr/include/pthreadtypes.h" 1 3
typedef unsigned long int pthread_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
# 5 "part_of_neighbour.c" 2
struct a { int v; };
struct a r[64];
void *f(void *p)
{
    struct a *a = p;
    __VERIFIER_assert(a[1].v == 0);
    return 0;
}
int main(int argc, char **argv)
{
    pthread_t t;
    int n = argc > 60 ? 60 : argc;
    for (int i = 0; i < n; i++)
        pthread_create(&t, 0, f, &r[i]);
    return 0;
}
