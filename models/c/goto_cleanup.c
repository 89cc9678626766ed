/* truth: safe, expect: safe -- goto cleanup */
#include <pthread.h>
#include <assert.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int res_a, res_b;
static int both(int fail) {
    int ret = -1;
    pthread_mutex_lock(&a);
    if (res_a)
        goto out_a;
    res_a = 1;
    pthread_mutex_lock(&b);
    if (fail)
        goto out_b;
    res_b = 1;
    assert(res_a && res_b);
    res_b = 0;
    ret = 0;
out_b:
    res_a = 0;
    pthread_mutex_unlock(&b);
out_a:
    pthread_mutex_unlock(&a);
    return ret;
}
static void *w(void *p) { int r = both(p != 0); assert(p || r == 0); return 0; }
int main(int argc, char **argv) {
    pthread_t t;
    for (int i = 0; i < argc; i++) { pthread_create(&t, 0, w, 0); pthread_create(&t, 0, w, &argc); }
    (void)argv;
    return 0;
}
