/* truth: safe, expect: safe -- stats struct */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <unistd.h>

struct stats {
    _Atomic unsigned long ok, failed;
    atomic_bool stop;
};
static struct stats st;

static void *w(void *a)
{
    struct stats *s = a;
    int i = 0;
    while (!atomic_load(&s->stop)) {
        if (i++ % 2 == 0)
            atomic_fetch_add(&s->ok, 1);
        else
            s->failed++;
        if (i > 3)
            break;
    }
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, w, &st);
    pthread_create(&b, NULL, w, &st);
    sleep(1);
    atomic_store(&st.stop, true);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(st.ok >= st.failed);
    assert(st.ok + st.failed <= 8);
    return 0;
}
