/* truth: unsafe, expect: unsafe -- lazy singleton */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

struct conf {
    int port;
    bool ready;
};
static struct conf instance;
static struct conf *conf_ptr;

static struct conf *get(void)
{
    if (conf_ptr == NULL) {
        conf_ptr = &instance;
        conf_ptr->port = 8080;
        conf_ptr->ready = true;
    }
    return conf_ptr;
}

static void *w(void *a)
{
    (void)a;
    struct conf *c = get();
    assert(c->ready && c->port == 8080);
    return NULL;
}

int main(void)
{
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, w, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    return 0;
}
