/* truth: unsafe, expect: unsafe -- check then open */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int open_files;
static int limit = 2;

static int do_open(void)
{
    int rc = -1;
    pthread_mutex_lock(&a);
    if (open_files >= limit)
        goto out;
    pthread_mutex_unlock(&a);
    pthread_mutex_lock(&b);
    open_files++;
    assert(open_files <= limit);
    pthread_mutex_unlock(&b);
    return 0;
out:
    pthread_mutex_unlock(&a);
    return rc;
}

static void *client(void *x)
{
    if (do_open() < 0)
        return x;
    return NULL;
}

int main(void)
{
    pthread_t t[3];
    for (int i = 0; i < 3; i++)
        pthread_create(t + i, NULL, client, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    return 0;
}
