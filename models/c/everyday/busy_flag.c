/* truth: unsafe, expect: unsafe -- busy flag */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
static volatile int busy;
static int cs;

static void *w(void *a)
{
    (void)a;
    for (int k = 0; k < 2; k++) {
        while (busy)
            usleep(1);
        busy = 1;
        cs++;
        if (cs != 1) {
            fprintf(stderr, "bad\n");
            assert(0);
        }
        cs--;
        busy = 0;
    }
    return NULL;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 4;
    pthread_t t[64];
    if (n > 64)
        n = 64;
    for (int i = 0; i < n; i++)
        if (pthread_create(&t[i], NULL, w, NULL)) {
            perror("create");
            return 1;
        }
    for (int i = 0; i < n; i++)
        pthread_join(t[i], NULL);
    return 0;
}
