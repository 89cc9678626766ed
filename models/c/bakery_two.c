/* truth: safe, expect: safe -- bakery two */
#include <stdatomic.h>
#include <pthread.h>
#include <assert.h>
static atomic_int choosing[2], number[2];
static int crit;
static void *proc(void *arg)
{
    const int i = (int)(long)arg, j = 1 - i;
    choosing[i] = 1;
    int other = number[j];
    number[i] = other + 1;
    choosing[i] = 0;
    while (choosing[j]) ;
    while (number[j] != 0 && (number[j] < number[i] || (number[j] == number[i] && j < i))) ;
    crit++;
    assert(crit == 1);
    crit--;
    number[i] = 0;
    return NULL;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, proc, (void *)0);
    pthread_create(&b, 0, proc, (void *)1);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
