// jump_into_branch.c: a jump leads into a branch that nothing else comes to; truth: safe; expect: safe
#include <assert.h>
#include <pthread.h>
static int x;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *w(void *a)
{
    int err = 0;
    pthread_mutex_lock(&m);
    x = 1;
    goto out;
    if (err) {
        assert(0);
out:
        x = 0;
        assert(x == 0);
    }
    pthread_mutex_unlock(&m);
    return a;
}
int main(void) { pthread_t t; for (;;) pthread_create(&t, 0, w, 0); }
