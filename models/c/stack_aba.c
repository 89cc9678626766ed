/* truth: unsafe, expect: unsafe -- stack aba */
#include <stdatomic.h>
#include <pthread.h>
#include <assert.h>
#define NONE (-1)
static int nexti[3];
static atomic_int top = NONE;
static int used[3];
static void push(int n)
{
    int old = atomic_load(&top);
    do {
        nexti[n] = old;
    } while (!atomic_compare_exchange_weak(&top, &old, n));
}
static int pop(void)
{
    int old = atomic_load(&top), nx;
    do {
        if (old == NONE)
            return NONE;
        nx = nexti[old];
    } while (!atomic_compare_exchange_strong(&top, &old, nx));   /* ABA */
    return old;
}
static void *w(void *p)
{
    for (int i = 0; i < 2; i++) {
        int n = pop();
        if (n != NONE) {
            used[n]++;
            assert(used[n] == 1);
            used[n]--;
            push(n);
        }
    }
    return p;
}
int main(void)
{
    pthread_t t[3];
    push(0); push(1);
    for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, w, 0);
    for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
    return 0;
}
