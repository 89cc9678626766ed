/* truth: safe, expect: safe -- slots of two words are handed out from an array with an odd number of words */
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#include <pthread.h>
#define SIZE 81
int memory[SIZE];
int next = 1, last;

void __VERIFIER_atomic_take(int *slot)
{
    if (next + 1 > SIZE)
        *slot = 0;
    else {
        *slot = next;
        next += 2;
    }
}

void *client(void *arg)
{
    int slot = -1;
    __VERIFIER_atomic_take(&slot);
    if (slot == 0) return 0;
    memory[slot] = 1;
    memory[slot + 1] = 2;
    last = slot;
    if (last == 0) reach_error();
    return arg;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, client, 0);
}
