# 1 "/usr/include/pthreadtypes.h" 1 3
typedef unsigned long int pthread_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
# 6 "child_joined_by_others.c" 2
void reach_error(void);
static pthread_t many[50];
static void *work(void *p) { return p; }
static void *other(void *p)
{
    pthread_join(many[3], 0);
    reach_error();
    return p;
}
int main(int argc, char **argv)
{
    pthread_t t;
    for (int i = 0; i < argc; i++)
        pthread_create(&many[i], 0, work, 0);
    pthread_create(&t, 0, other, 0);
    return 0;
}
