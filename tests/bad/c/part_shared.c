# 1 "/usr/include/pthreadtypes.h" 1 3
typedef unsigned long int pthread_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
# 5 "part_shared.c" 2
void *malloc(unsigned long size);
int *all;
void *f(void *p)
{
    int *mine = p;
    *mine = 1;
    __VERIFIER_assert(all[0] < 2);
    return 0;
}
int main(int argc, char **argv)
{
    pthread_t t;
    all = malloc(argc * sizeof *all);
    for (int i = 0; i < argc; i++)
        pthread_create(&t, 0, f, &all[i]);
    return 0;
}
