/* truth: unsafe, expect: unsafe -- readers first last */
#include <pthread.h>
#include <assert.h>
static pthread_mutex_t r = PTHREAD_MUTEX_INITIALIZER, g = PTHREAD_MUTEX_INITIALIZER;
static int b, data, copy;
static void *reader(void *p) {
    pthread_mutex_lock(&r); b++; if (b == 1) pthread_mutex_lock(&g); pthread_mutex_unlock(&r);
    assert(data == copy);
    pthread_mutex_lock(&r); b--; if (b <= 1) pthread_mutex_unlock(&g); pthread_mutex_unlock(&r);   /* should be b == 0 */
    return p;
}
static void *writer(void *p) { pthread_mutex_lock(&g); data++; copy++; pthread_mutex_unlock(&g); return p; }
int main(int argc, char **argv) { pthread_t t; int i; for (i = 0; i < argc; i++) { pthread_create(&t, 0, reader, 0); pthread_create(&t, 0, writer, 0); } (void)argv; return 0; }
