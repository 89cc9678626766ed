# 1 "/usr/include/pthreadtypes.h" 1 3
typedef unsigned long int pthread_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
# 5 "joined_one.c" 2
void *malloc(unsigned long size);
void *first(void *p)
{
    *(int *)p = 2;
    return 0;
}
void *second(void *p)
{
    __VERIFIER_assert(*(int *)p == 5);
    return 0;
}
int main(int argc, char **argv)
{
    int *a = malloc(argc * sizeof *a);
    pthread_t t[argc];
    for (int i = 0; i < argc; i++)
        pthread_create(&t[i], 0, first, &a[i]);
    for (int i = 0; i < argc; i++)
        pthread_join(t[0], 0);
    for (int i = 0; i < argc; i++) {
        a[i] = 5;
        pthread_create(&t[i], 0, second, &a[i]);
    }
    return 0;
}
