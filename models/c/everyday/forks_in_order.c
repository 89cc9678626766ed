/* truth: safe, expect: safe -- forks in order */
#include <assert.h>
#include <pthread.h>
#define N 3
static pthread_mutex_t fork_[N];
static int eating[N];

static void *phil(void *p)
{
    int i = *(int *)p;
    int l = i, r = (i + 1) % N;
    if (l > r) {
        int t = l;
        l = r;
        r = t;
    }
    pthread_mutex_lock(&fork_[l]);
    pthread_mutex_lock(&fork_[r]);
    eating[i] = 1;
    assert(!eating[(i + 1) % N] && !eating[(i + N - 1) % N]);
    eating[i] = 0;
    pthread_mutex_unlock(&fork_[r]);
    pthread_mutex_unlock(&fork_[l]);
    return NULL;
}

int main(void)
{
    pthread_t t[N];
    int id[N];
    for (int i = 0; i < N; i++)
        pthread_mutex_init(&fork_[i], NULL);
    for (int i = 0; i < N; i++) {
        id[i] = i;
        pthread_create(&t[i], NULL, phil, &id[i]);
    }
    for (int i = 0; i < N; i++)
        pthread_join(t[i], NULL);
    return 0;
}
