/* truth: safe, expect: safe -- filter three */
#include <stdatomic.h>
#include <pthread.h>
#include <assert.h>
#define N 3
static atomic_int level[N], last_to_enter[N];
static int cs;
static void lock(int i)
{
    for (int l = 1; l < N; l++) {
        atomic_store(&level[i], l);
        atomic_store(&last_to_enter[l], i);
        for (int k = 0; k < N; k++) {
            if (k == i) continue;
            while (atomic_load(&level[k]) >= l && atomic_load(&last_to_enter[l]) == i) ;
        }
    }
}
static void unlock(int i) { atomic_store(&level[i], 0); }
static void *run(void *a) { int id = (int)(long)a; lock(id); cs++; assert(cs == 1); cs--; unlock(id); return 0; }
int main(void) { pthread_t t[N]; for (long i = 0; i < N; i++) pthread_create(&t[i], 0, run, (void *)i); for (int i = 0; i < N; i++) pthread_join(t[i], 0); return 0; }
