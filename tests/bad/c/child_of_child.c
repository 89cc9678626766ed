# 1 "/usr/include/pthreadtypes.h" 1 3
typedef unsigned long int pthread_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
# 5 "child_of_child.c" 2
void reach_error(void);
static void *work(void *p)
{
    pthread_t t;
    if ((long)p == 40) reach_error();
    pthread_create(&t, 0, work, (void *)((long)p + 1));
    return p;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, work, (void *)1);
    return 0;
}
