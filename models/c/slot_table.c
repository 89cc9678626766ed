/* truth: safe, expect: safe -- slot table */
#include <pthread.h>
#include <assert.h>
#include <stdlib.h>
#define SLOTS 3
struct slot { pthread_mutex_t m; int used; int owner; };
struct table { struct slot slot[SLOTS]; int n; };
static struct table tab;
static int claim(struct table *t, int id) {
    for (int i = 0; i < SLOTS; i++) {
        struct slot *s = &t->slot[i];
        pthread_mutex_lock(&s->m);
        if (!s->used) {
            s->used = 1;
            s->owner = id;
            pthread_mutex_unlock(&s->m);
            return i;
        }
        pthread_mutex_unlock(&s->m);
    }
    return -1;
}
static void release(struct table *t, int i) {
    pthread_mutex_lock(&t->slot[i].m);
    t->slot[i].used = 0;
    pthread_mutex_unlock(&t->slot[i].m);
}
static void *client(void *arg) {
    int id = *(int *)arg;
    int s = claim(&tab, id);
    if (s >= 0) {
        assert(tab.slot[s].owner == id);
        release(&tab, s);
    }
    return NULL;
}
int main(void) {
    pthread_t t[2];
    int ids[2] = { 10, 20 };
    for (int i = 0; i < SLOTS; i++) pthread_mutex_init(&tab.slot[i].m, NULL);
    for (int i = 0; i < 2; i++) pthread_create(t + i, NULL, client, ids + i);
    for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
    return 0;
}
