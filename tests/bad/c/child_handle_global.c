# 1 "/usr/include/pthreadtypes.h" 1 3
typedef unsigned long int pthread_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
# 6 "child_handle_global.c" 2
void reach_error(void);
static pthread_t one;
static void *work(void *p) { return p; }
static void *leader(void *p)
{
    pthread_create(&one, 0, work, 0);
    return p;
}
int main(void)
{
    pthread_t t;
    pthread_create(&one, 0, work, 0);
    pthread_create(&t, 0, leader, 0);
    pthread_join(one, 0);
    reach_error();
    return 0;
}
