# 1 "/usr/include/pthreadtypes.h" 1 3
typedef unsigned long int pthread_t;
pthread_t pthread_self(void);
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
# 6 "handles_in_order.c" 2
pthread_t first;
void *f(void *p)
{
    assert(first <= pthread_self());
    return p;
}
int main(void)
{
    pthread_create(&first, 0, f, 0);
    return 0;
}
