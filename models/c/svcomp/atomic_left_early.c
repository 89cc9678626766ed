/* truth: safe, expect: safe -- an atomic section is left in a branch that returns */
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void reach_error(void);
#include <pthread.h>
int closed, users, freed;

int enter(void)
{
    __VERIFIER_atomic_begin();
    if (closed) {
        __VERIFIER_atomic_end();
        return -1;
    }
    users++;
    __VERIFIER_atomic_end();
    return 0;
}

void leave(void)
{
    __VERIFIER_atomic_begin();
    users--;
    __VERIFIER_atomic_end();
}

void *client(void *arg)
{
    if (enter() == 0) {
        if (freed) reach_error();
        leave();
    }
    return arg;
}

void *closer(void *arg)
{
    closed = 1;
    while (users > 0)
        ;
    freed = 1;
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, closer, 0);
    while (1)
        pthread_create(&t, 0, client, 0);
}
