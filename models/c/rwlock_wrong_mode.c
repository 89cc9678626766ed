/* truth: unsafe, expect: unsafe -- rwlock wrong mode */
#include <pthread.h>
#include <assert.h>
static pthread_rwlock_t rw;
static int version, copy;
static void *reader(void *p) {
    pthread_rwlock_rdlock(&rw);
    int v = version;
    if (copy != v)
        assert(0 && "torn");
    pthread_rwlock_unlock(&rw);
    return p;
}
static void *writer(void *p) {
    pthread_rwlock_rdlock(&rw);  /* should be wrlock */
    version++;
    copy++;
    pthread_rwlock_unlock(&rw);
    return p;
}
int main(void) {
    pthread_t r, w;
    pthread_rwlock_init(&rw, 0);
    pthread_create(&r, 0, reader, 0);
    pthread_create(&w, 0, writer, 0);
    pthread_join(r, 0);
    pthread_join(w, 0);
    pthread_rwlock_destroy(&rw);
    return 0;
}
