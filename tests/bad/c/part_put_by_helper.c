# 1 "/usr/include/pthreadtypes.h" 1 3
typedef unsigned long int pthread_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
# 5 "part_put_by_helper.c" 2
void *calloc(unsigned long count, unsigned long size);
void *f(void *p)
{
    int *mine = p;
    __VERIFIER_assert(*mine == 1);
    return 0;
}
void put(int *a, int k)
{
    a[k] = 2;
}
int main(int argc, char **argv)
{
    pthread_t t;
    int *a = calloc(argc, sizeof *a);
    for (int i = 0; i < argc; i++) {
        put(a, i ? i - 1 : 0);
        a[i] = 1;
        pthread_create(&t, 0, f, &a[i]);
    }
    return 0;
}
