/* truth: safe, expect: safe -- rwlock pair */
#include <pthread.h>
#include <assert.h>
static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static int a, b;
static void *reader(void *p) {
    pthread_rwlock_rdlock(&rw);
    assert(a == b);
    pthread_rwlock_unlock(&rw);
    return p;
}
static void *writer(void *p) {
    pthread_rwlock_wrlock(&rw);
    a = 1 - a;
    b = 1 - b;
    pthread_rwlock_unlock(&rw);
    return p;
}
int main(int argc, char **argv) {
    pthread_t t;
    for (int i = 1; i < argc; i++) {
        if (argv[i][0] == 'r') pthread_create(&t, 0, reader, 0);
        else pthread_create(&t, 0, writer, 0);
    }
    pthread_exit(0);
}
