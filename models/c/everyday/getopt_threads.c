/* truth: safe, expect: safe -- getopt threads */
#include <assert.h>
#include <getopt.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static int verbose;
static atomic_long hits;
static int iterations = 10;

static void *clicker(void *arg)
{
    for (int i = 0; i < iterations; i++) {
        long before = atomic_fetch_add(&hits, 1);
        assert(before >= 0);
    }
    if (verbose)
        fprintf(stderr, "clicker %p done\n", arg);
    return NULL;
}

static void usage(const char *name)
{
    fprintf(stderr, "usage: %s [-v] [-t threads] [-n iterations]\n", name);
    exit(2);
}

int main(int argc, char **argv)
{
    int opt, threads = 2;
    while ((opt = getopt(argc, argv, "vt:n:")) != -1) {
        switch (opt) {
        case 'v':
            verbose = 1;
            break;
        case 't':
            threads = atoi(optarg);
            break;
        case 'n':
            iterations = atoi(optarg);
            break;
        default:
            usage(argv[0]);
        }
    }
    if (threads < 1)
        usage(argv[0]);
    pthread_t *tid = malloc(threads * sizeof *tid);
    if (!tid)
        return 1;
    for (int i = 0; i < threads; i++)
        pthread_create(&tid[i], NULL, clicker, NULL);
    for (int i = 0; i < threads; i++)
        pthread_join(tid[i], NULL);
    printf("%ld\n", hits);
    free(tid);
    return 0;
}
