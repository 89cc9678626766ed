/* truth: safe, expect: safe -- stock */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>
#include <assert.h>
#define CHECK(x) do { int r_ = (x); if (r_ != 0) { fprintf(stderr, "error %d\n", r_); exit(1); } } while (0)
static int stock = 5;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *buyer(void *arg)
{
    unsigned int seed = (unsigned)time(NULL);
    while (1) {
        int want = 1 + rand_r(&seed) % 2;
        sleep(1);
        CHECK(pthread_mutex_lock(&m));
        if (stock < want) {
            CHECK(pthread_mutex_unlock(&m));
            break;
        }
        stock -= want;
        assert(stock >= 0);
        CHECK(pthread_mutex_unlock(&m));
    }
    return arg;
}
int main(int argc, char **argv)
{
    int n = argc > 1 ? (int)strtol(argv[1], NULL, 10) : 2;
    srand((unsigned)time(NULL));
    pthread_t *t = calloc((size_t)n, sizeof *t);
    if (t == NULL) return EXIT_FAILURE;
    for (int i = 0; i < n; i++) CHECK(pthread_create(&t[i], NULL, buyer, NULL));
    for (int i = 0; i < n; i++) CHECK(pthread_join(t[i], NULL));
    printf("left %d\n", stock);
    assert(stock >= 0);
    free(t);
    return EXIT_SUCCESS;
}
