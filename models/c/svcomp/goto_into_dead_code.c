/* truth: unsafe, expect: unsafe -- the label of the error is in code that is only jumped to */
extern void __VERIFIER_error(void);
#include <pthread.h>
#define assert(e) { if (!(e)) { ERROR: __VERIFIER_error(); (void)0; } }
int x;

void *client(void *arg)
{
    x = x + 1;
    if (x > 1) goto ERROR;
    assert(1);
    return arg;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, client, 0);
}
