/* truth: safe, expect: safe -- clamped level */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
static atomic_int level;
static int log_calls;
#define LOG(...)                                                                                   \
    do {                                                                                           \
        if (log_calls < 0)                                                                         \
            fprintf(stderr, __VA_ARGS__);                                                          \
    } while (0)

static int clamp(int v, int lo, int hi)
{
    return v < lo ? lo : v > hi ? hi : v;
}

static void *w(void *a)
{
    int up = a != NULL;
    int cur = atomic_load(&level), nw;
    do {
        nw = clamp(cur + (up ? 1 : -1), 0, 3);
        LOG("%d -> %d\n", cur, nw);
    } while (!atomic_compare_exchange_weak(&level, &cur, nw));
    assert(nw >= 0 && nw <= 3);
    return NULL;
}

int main(int argc, char **argv)
{
    (void)argv;
    for (int i = 0; i < argc; i++) {
        pthread_t t;
        pthread_create(&t, 0, w, (i & 1) ? &level : NULL);
    }
    return 0;
}
