/* truth: safe, expect: safe -- logger levels */
#include <assert.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
typedef enum log_level { LOG_DEBUG, LOG_INFO, LOG_ERROR } log_level;
static const char *const names[] = { "DEBUG", "INFO", "ERROR" };
static pthread_mutex_t log_lock = PTHREAD_MUTEX_INITIALIZER;
static int writing;
static log_level threshold = LOG_INFO;
static void log_msg(log_level l, const char *fmt, ...) {
    va_list ap;
    if (l < threshold) return;
    pthread_mutex_lock(&log_lock);
    assert(writing == 0);
    writing = 1;
    va_start(ap, fmt);
    fprintf(stderr, "[%s] ", names[l]);
    vfprintf(stderr, fmt, ap);
    va_end(ap);
    writing = 0;
    pthread_mutex_unlock(&log_lock);
}
static void *job(void *arg) { int id = *(int *)arg; log_msg(LOG_DEBUG, "start %d\n", id); log_msg(LOG_INFO, "run %d\n", id); log_msg(LOG_ERROR, "end\n"); return NULL; }
int main(int argc, char **argv) {
    int n = argc > 1 ? (int)strtol(argv[1], NULL, 10) : 3;
    int *ids = malloc(n * sizeof(int));
    pthread_t *t = malloc(n * sizeof(pthread_t));
    if (!ids || !t) { perror("malloc"); return EXIT_FAILURE; }
    for (int i = 0; i < n; i++) { ids[i] = i; pthread_create(&t[i], NULL, job, &ids[i]); }
    for (int i = 0; i < n; i++) pthread_join(t[i], NULL);
    free(ids); free(t);
    return EXIT_SUCCESS;
}
