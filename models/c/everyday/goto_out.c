/* truth: safe, expect: safe -- goto cleanup main */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
static int x;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *f(void *a) { pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); return a; }
int main(void)
{
    pthread_t t[3];
    int rc = 1;
    for (int i = 0; i < 3; i++)
        if (pthread_create(&t[i], NULL, f, NULL) != 0) {
            perror("create");
            goto out;
        }
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    assert(x == 3);
    rc = 0;
out:
    return rc;
}
