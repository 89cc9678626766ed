/* truth: safe, expect: safe -- start gate c11 */
#include <threads.h>
#include <assert.h>
#include <stdbool.h>
static mtx_t mtx; static cnd_t cnd; static bool go; static int started;
static int worker(void *arg) {
    (void)arg;
    mtx_lock(&mtx);
    while (!go) cnd_wait(&cnd, &mtx);
    started++;
    mtx_unlock(&mtx);
    return 0;
}
int main(void) {
    thrd_t th[3];
    mtx_init(&mtx, mtx_plain);
    cnd_init(&cnd);
    for (int i = 0; i < 3; ++i) if (thrd_create(&th[i], worker, NULL) != thrd_success) return 1;
    mtx_lock(&mtx);
    assert(started == 0);
    go = true;
    cnd_broadcast(&cnd);
    mtx_unlock(&mtx);
    for (int i = 0; i < 3; ++i) thrd_join(th[i], NULL);
    assert(started == 3);
    mtx_destroy(&mtx); cnd_destroy(&cnd);
    return 0;
}
