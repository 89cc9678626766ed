/* truth: safe, expect: safe -- variadic log */
#include <stdarg.h>
#include <stdio.h>
#include <pthread.h>
#include <assert.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;
static void log_msg(const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    vfprintf(stderr, fmt, ap);
    va_end(ap);
}
static void *w(void *p) { pthread_mutex_lock(&m); n++; log_msg("n = %d\n", n); assert(n >= 1); n--; pthread_mutex_unlock(&m); return p; }
int main(int argc, char **argv) { pthread_t t; for (int i = 0; i < argc; i++) pthread_create(&t, 0, w, argv); return 0; }
