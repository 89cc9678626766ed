# 1 "/usr/include/pthreadtypes.h" 1 3
typedef unsigned long int pthread_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
# 6 "child_address_of_two.c" 2
void reach_error(void);
static void *work(void *p) { *(int *)p = 1; return p; }
static void *leader(void *p)
{
    int mine = 0;
    pthread_t t;
    pthread_create(&t, 0, work, &mine);
    pthread_join(t, 0);
    if (!mine) reach_error();
    return p;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, leader, 0);
    pthread_create(&b, 0, leader, 0);
    return 0;
}
