// joined_by_wrapper.c: a wrapper joins all threads but the first; truth: unsafe; expect: unsafe
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#define MAX 16
static pthread_spinlock_t lock;
static long sum;
static void xcreate(pthread_t *t, void *(*f)(void *), void *arg)
{
    if (pthread_create(t, NULL, f, arg)) {
        perror("pthread_create");
        exit(1);
    }
}
static void xjoin(pthread_t t)
{
    if (pthread_join(t, NULL)) {
        perror("pthread_join");
        exit(1);
    }
}
static void *adder(void *arg)
{
    long n = (long)arg;
    pthread_spin_lock(&lock);
    sum += n;
    pthread_spin_unlock(&lock);
    return NULL;
}
int main(int argc, char **argv)
{
    pthread_t t[MAX];
    int n = argc > 1 ? atoi(argv[1]) : 2;
    if (n < 1 || n > MAX)
        return 1;
    pthread_spin_init(&lock, 0);
    for (int i = 0; i < n; i++)
        xcreate(&t[i], adder, (void *)2L);
    for (int i = 1; i < n; i++)
        xjoin(t[i]);
    assert(sum == 2 * n);
    pthread_spin_destroy(&lock);
    return 0;
}
