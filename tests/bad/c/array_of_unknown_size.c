# 1 "/usr/include/pthreadtypes.h" 1 3
typedef unsigned long int pthread_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
# 5 "array_of_unknown_size.c" 2
int y;
void *worker(void *arg)
{
    int a[y]; a[0] = 1;
    return 0;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    return 0;
}
