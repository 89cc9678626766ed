# 1 "/usr/include/pthreadtypes.h" 1 3
typedef unsigned long int pthread_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
# 5 "part_number_pointed_to.c" 2
void *calloc(unsigned long count, unsigned long size);
void *f(void *p)
{
    int *mine = p;
    (*mine)++;
    __VERIFIER_assert(*mine == 1);
    return 0;
}
int main(int argc, char **argv)
{
    pthread_t t;
    int *a = calloc(argc, sizeof *a);
    int i, *p = &i;
    for (i = 0; i < argc; i++) {
        pthread_create(&t, 0, f, &a[i]);
        if (argc > 3) (*p)--;
    }
    return 0;
}
