/* truth: safe, expect: safe -- c11 monitor */
#include <assert.h>
#include <threads.h>
static mtx_t mx;
static cnd_t cv;
static int tokens;
static once_flag once = ONCE_FLAG_INIT;
static int init_calls;

static void init(void)
{
    init_calls++;
    mtx_init(&mx, mtx_plain);
    cnd_init(&cv);
    tokens = 1;
}

static int w(void *a)
{
    (void)a;
    call_once(&once, init);
    assert(init_calls == 1);
    mtx_lock(&mx);
    while (tokens == 0)
        cnd_wait(&cv, &mx);
    tokens--;
    mtx_unlock(&mx);
    thrd_yield();
    mtx_lock(&mx);
    tokens++;
    assert(tokens == 1);
    cnd_signal(&cv);
    mtx_unlock(&mx);
    return 0;
}

int main(void)
{
    thrd_t t[3];
    int r;
    for (int i = 0; i < 3; i++)
        thrd_create(&t[i], w, NULL);
    for (int i = 0; i < 3; i++)
        thrd_join(t[i], &r);
    return 0;
}
