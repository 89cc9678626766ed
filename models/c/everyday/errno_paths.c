/* truth: safe -- errno paths */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int users;

static int with_lock(int (*fn)(int), int arg)
{
    int rc = pthread_mutex_lock(&m);
    if (rc)
        return -rc;
    rc = fn(arg);
    pthread_mutex_unlock(&m);
    return rc;
}

static int add_user(int n)
{
    if (users + n > 3)
        return -EAGAIN;
    users += n;
    return 0;
}

static int del_user(int n)
{
    if (users < n)
        return -EINVAL;
    users -= n;
    return 0;
}

static void *w(void *a)
{
    if (with_lock(add_user, 1) == 0) {
        assert(users > 0);
        int rc = with_lock(del_user, 1);
        assert(rc == 0);
    }
    return a;
}

int main(int argc, char **argv)
{
    (void)argv;
    for (int i = 0; i < argc; i++) {
        pthread_t t;
        if (pthread_create(&t, NULL, w, NULL) == 0)
            pthread_detach(t);
    }
    pthread_exit(NULL);
}
