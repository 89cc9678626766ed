/* truth: unsafe, expect: unsafe -- published early */
#include <pthread.h>
#include <assert.h>
#include <stdlib.h>
struct cfg { int a; int b; };
static struct cfg storage;
static struct cfg *instance;   /* broken double-checked: published before initialised */
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static struct cfg *get(void) {
    if (instance == NULL) {
        pthread_mutex_lock(&m);
        if (!instance) {
            instance = &storage;
            instance->a = 1;
            instance->b = 2;
        }
        pthread_mutex_unlock(&m);
    }
    return instance;
}
static void *user(void *p) { struct cfg *c = get(); assert(c->a == 1 && c->b == 2); return p; }
int main(int argc, char **argv) { pthread_t t; for (int i = 0; i < argc; i++) pthread_create(&t, NULL, user, argv); pthread_exit(NULL); }
