/* truth: safe, expect: safe -- malloc threads argv */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

static atomic_flag guard = ATOMIC_FLAG_INIT;
static int in_section = 0;

static void enter(void)
{
    while (atomic_flag_test_and_set_explicit(&guard, memory_order_acquire))
        ; /* spin */
}

static void leave(void)
{
    atomic_flag_clear_explicit(&guard, memory_order_release);
}

static void *run(void *unused)
{
    (void)unused;
    for (int k = 0; k < 100; ++k) {
        enter();
        in_section = in_section + 1;
        assert(in_section == 1);
        in_section = in_section - 1;
        leave();
    }
    return NULL;
}

int main(int argc, char *argv[])
{
    int n = 2;
    if (argc > 1)
        n = atoi(argv[1]);
    if (n <= 0) {
        fprintf(stderr, "usage: %s threads\n", argv[0]);
        return 1;
    }
    pthread_t *t = malloc(sizeof(pthread_t) * n);
    if (!t) {
        perror("malloc");
        return 1;
    }
    for (int i = 0; i < n; i++)
        pthread_create(&t[i], NULL, run, NULL);
    for (int i = 0; i < n; i++)
        pthread_join(t[i], NULL);
    free(t);
    return 0;
}
