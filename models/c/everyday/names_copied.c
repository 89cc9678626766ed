/* truth: safe, expect: safe -- names copied */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
static char name_buf[32];
static int saved;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void log_msg(const char *who, const char *fmt, int v)
{
    char line[64];
    time_t now = time(NULL);
    snprintf(line, sizeof line, fmt, v);
    fprintf(stderr, "[%ld] %s: %s\n", (long)now, who, line);
}

static void *w(void *arg)
{
    const char *who = arg;
    pthread_mutex_lock(&m);
    saved++;
    log_msg(who, "saved %d", saved);
    strncpy(name_buf, who, sizeof name_buf - 1);
    pthread_mutex_unlock(&m);
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, w, "alice");
    pthread_create(&b, NULL, w, "bob");
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(saved == 2);
    return 0;
}
