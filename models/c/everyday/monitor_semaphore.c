/* truth: safe, expect: safe -- monitor semaphore */
#include <assert.h>
#include <pthread.h>

typedef struct {
    pthread_mutex_t m;
    pthread_cond_t c;
    unsigned value;
} mysem;

static mysem s;

static void my_init(mysem *x, unsigned v)
{
    pthread_mutex_init(&x->m, NULL);
    pthread_cond_init(&x->c, NULL);
    x->value = v;
}

static void down(mysem *x)
{
    pthread_mutex_lock(&x->m);
    while (x->value == 0)
        pthread_cond_wait(&x->c, &x->m);
    x->value--;
    pthread_mutex_unlock(&x->m);
}

static void up(mysem *x)
{
    pthread_mutex_lock(&x->m);
    x->value++;
    pthread_cond_signal(&x->c);
    pthread_mutex_unlock(&x->m);
}

static int critical;

static void *w(void *a)
{
    for (int i = 0; i < 2; i++) {
        down(&s);
        critical++;
        assert(critical == 1);
        critical--;
        up(&s);
    }
    return a;
}

int main(int argc, char **argv)
{
    (void)argv;
    my_init(&s, 1);
    for (int i = 0; i < argc; i++) {
        pthread_t t;
        if (pthread_create(&t, NULL, w, NULL) != 0)
            break;
    }
    pthread_exit(NULL);
}
