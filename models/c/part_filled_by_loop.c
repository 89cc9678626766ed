/* truth: unsafe, expect: unsafe -- a loop inside fills the array in each thread's part; its last element is 2 */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct part {
    int cells[3];
};

static void *worker(void *arg)
{
    struct part *p = arg;
    assert(p->cells[0] == 0 && p->cells[1] == 1);
    assert(p->cells[2] == 1);
    return NULL;
}

int main(int argc, char **argv)
{
    (void)argv;
    struct part *parts = malloc((size_t)argc * sizeof *parts);
    for (int i = 0; i < argc; i++) {
        pthread_t t;
        for (int k = 0; k < 3; k++)
            parts[i].cells[k] = k;
        pthread_create(&t, NULL, worker, &parts[i]);
    }
    pthread_exit(NULL);
}
