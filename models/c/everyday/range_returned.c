/* truth: safe, expect: safe -- threads return the address of what they were given */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define NELEM 6
#define NTHR 3
#define CHUNK (NELEM / NTHR)

static const int values[NELEM] = { 3, 9, 2, 7, 5, 1 };

struct range {
    int begin, end;
    int max;
};

static void *find_max(void *arg)
{
    struct range *r = arg;
    r->max = values[r->begin];
    for (int i = r->begin + 1; i < r->end; i++)
        if (values[i] > r->max)
            r->max = values[i];
    return r;
}

int main(void)
{
    pthread_t t[NTHR];
    struct range ranges[NTHR];
    int max = 0;

    for (int i = 0; i < NTHR; i++) {
        ranges[i].begin = i * CHUNK;
        ranges[i].end = (i + 1) * CHUNK;
        pthread_create(&t[i], NULL, find_max, &ranges[i]);
    }
    for (int i = 0; i < NTHR; i++) {
        void *ret;
        pthread_join(t[i], &ret);
        struct range *r = ret;
        if (r->max > max)
            max = r->max;
    }
    printf("max = %d\n", max);
    assert(max == 9);
    return 0;
}
