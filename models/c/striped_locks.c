/* truth: safe, expect: safe -- striped locks */
#include <pthread.h>
#include <assert.h>
struct item { int x; int y; };
static struct item table[4];
static pthread_mutex_t locks[4] = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER };
static void *w(void *arg)
{
    unsigned i = (unsigned)(unsigned long)arg & 3u;
    pthread_mutex_lock(&locks[i]);
    table[i].x++;
    table[i].y++;
    assert(table[i].x == table[i].y);
    pthread_mutex_unlock(&locks[i]);
    return 0;
}
int main(void)
{
    pthread_t t[6];
    for (unsigned long i = 0; i < 6; i++) pthread_create(&t[i], 0, w, (void *)i);
    for (int i = 0; i < 6; i++) pthread_join(t[i], 0);
    return 0;
}
