/* truth: safe, expect: safe -- worker struct handles */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <stdio.h>
struct worker { pthread_t thread; int id; unsigned long ops; int failed; };
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int busy;
static void *worker_main(void *p) {
    struct worker *w = p;
    for (int i = 0; i < 10; i++) {
        pthread_mutex_lock(&m);
        if (busy) w->failed = 1;
        busy = 1;
        w->ops++;
        busy = 0;
        pthread_mutex_unlock(&m);
    }
    assert(!w->failed);
    return NULL;
}
int main(int argc, char **argv) {
    int n = argc > 1 ? atoi(argv[1]) : 4;
    struct worker *ws = calloc(n, sizeof(*ws));
    if (ws == NULL) return 1;
    for (int i = 0; i < n; i++) {
        struct worker *w = &ws[i];
        w->id = i;
        if (pthread_create(&w->thread, NULL, worker_main, w) != 0) { perror("pthread_create"); return 1; }
    }
    for (int i = 0; i < n; i++) {
        pthread_join(ws[i].thread, NULL);
        printf("%d: %lu\n", ws[i].id, ws[i].ops);
    }
    free(ws);
    return 0;
}
