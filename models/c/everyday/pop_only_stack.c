/* truth: safe, expect: safe -- pop only stack */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#define N 3
static int next_[N + 1];
static atomic_int top_;
static atomic_int popped;

static int pop(void)
{
    int t = atomic_load(&top_);
    while (t != 0) {
        if (atomic_compare_exchange_weak(&top_, &t, next_[t]))
            return t;
    }
    return 0;
}

static int owner_of[N + 1];

static void *w(void *a)
{
    (void)a;
    int n = pop();
    if (n) {
        owner_of[n]++;
        assert(owner_of[n] == 1);
        atomic_fetch_add(&popped, 1);
    }
    return NULL;
}

int main(void)
{
    for (int i = 1; i <= N; i++)
        next_[i] = i - 1;
    top_ = N;
    pthread_t t[N];
    for (int i = 0; i < N; i++)
        pthread_create(&t[i], NULL, w, NULL);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], NULL);
    assert(popped == N && top_ == 0);
    return 0;
}
