/* truth: unsafe, expect: unsafe -- static counter */
#include <pthread.h>
#include <assert.h>
static int next_id(void) { static int id = 0; return ++id; }
static int taken[4];
static void *w(void *p)
{
    int i = next_id();
    if (i < 4) {
        assert(!taken[i]);
        taken[i] = 1;
    }
    return p;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, w, 0);
    pthread_create(&b, 0, w, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
