/* truth: safe, expect: safe -- pthread_once allocates a configuration */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct config {
    int verbose;
    int limit;
};

static struct config *config;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static int inits;

static void config_init(void)
{
    config = calloc(1, sizeof *config);
    if (config == NULL)
        abort();
    config->limit = 10;
    inits++;
}

static const struct config *config_get(void)
{
    pthread_once(&once, config_init);
    return config;
}

static void *thread_main(void *arg)
{
    const struct config *c = config_get();
    assert(c->limit == 10);
    assert(inits == 1);
    if (c->verbose)
        printf("limit %d\n", c->limit);
    return arg;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 4;
    pthread_t *t = malloc(n * sizeof *t);
    for (int i = 0; i < n; i++)
        pthread_create(&t[i], NULL, thread_main, NULL);
    for (int i = 0; i < n; i++)
        pthread_join(t[i], NULL);
    free(t);
    return 0;
}
