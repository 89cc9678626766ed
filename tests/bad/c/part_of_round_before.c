# 1 "/usr/include/pthreadtypes.h" 1 3
typedef unsigned long int pthread_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
# 5 "part_of_round_before.c" 2
void *malloc(unsigned long size);
void *f(void *p)
{
    int *mine = p;
    __VERIFIER_assert(*mine == 1);
    return 0;
}
int main(int argc, char **argv)
{
    pthread_t t;
    int *p = 0;
    for (int i = 0; i < argc; i++) {
        if (p) *p = 2;
        p = malloc(sizeof *p);
        *p = 1;
        pthread_create(&t, 0, f, p);
    }
    return 0;
}
