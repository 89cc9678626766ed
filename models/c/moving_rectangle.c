/* truth: safe -- moving rectangle */
#include <pthread.h>
#include <assert.h>
struct point { int x, y; };
struct rect { struct point lo, hi; };
struct shared { pthread_mutex_t m; struct rect r; unsigned version; };
static struct shared sh = { .m = PTHREAD_MUTEX_INITIALIZER, .r = { { 0, 0 }, { 1, 1 } } };
static void move(struct rect *r, int dx) { r->lo.x += dx; r->hi.x += dx; }
static int width(const struct rect *r) { return r->hi.x - r->lo.x; }
static void *mover(void *arg) {
    struct shared *s = arg;
    pthread_mutex_lock(&s->m);
    move(&s->r, 1);
    s->version++;
    pthread_mutex_unlock(&s->m);
    return NULL;
}
static void *checker(void *arg) {
    struct shared *s = arg;
    pthread_mutex_lock(&s->m);
    struct rect copy = s->r;
    pthread_mutex_unlock(&s->m);
    assert(width(&copy) == 1);
    return NULL;
}
int main(int argc, char **argv) {
    (void)argv;
    for (int i = 0; i < argc; i++) { pthread_t t; pthread_create(&t, NULL, i % 2 ? mover : checker, &sh); }
    pthread_exit(NULL);
}
