// stack.c: a bounded stack under a spin lock; truth: safe; expect: safe
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

#define SIZE 2

static pthread_spinlock_t spin;
static int items[SIZE];
static int top;

static bool push(int v)
{
    bool done = false;
    pthread_spin_lock(&spin);
    if (top < SIZE) {
        items[top++] = v;
        done = true;
    }
    pthread_spin_unlock(&spin);
    return done;
}

static bool pop(int *v)
{
    bool done = false;
    pthread_spin_lock(&spin);
    if (top > 0) {
        *v = items[--top];
        done = true;
    }
    pthread_spin_unlock(&spin);
    return done;
}

static void *pusher(void *arg)
{
    (void)arg;
    while (!push(7))
        ;
    return NULL;
}

static void *popper(void *arg)
{
    int v = 0;
    (void)arg;
    while (!pop(&v))
        ;
    assert(v == 7);
    return NULL;
}

int main(void)
{
    pthread_t a, b, c, d;
    pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE);
    pthread_create(&a, NULL, pusher, NULL);
    pthread_create(&b, NULL, pusher, NULL);
    pthread_create(&c, NULL, popper, NULL);
    pthread_create(&d, NULL, popper, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_join(c, NULL);
    pthread_join(d, NULL);
    return 0;
}
