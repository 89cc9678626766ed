/* sizes.c -- what sizeof says of numbers, of texts and of their alignment, and that one thread at a
 * time is between the calls.
 *
 * truth: safe; expect: safe
 * Own. gcc -Wall compiles it and all assertions hold on LP64.
 */
#include <assert.h>
#include <pthread.h>

struct mixed {
    char c;
    double d;
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int inside;

static void *work(void *argument)
{
    pthread_mutex_lock(&mutex);
    inside += sizeof "abc" - 3;
    assert(inside == 1);
    assert(sizeof("a\n\0c" "de") == 7);
    assert(sizeof(float) == 4 && sizeof(double) == 8);
    assert(sizeof(struct mixed) == 16 && _Alignof(struct mixed) == 8);
    inside--;
    pthread_mutex_unlock(&mutex);
    return argument;
}

int main(void)
{
    pthread_t threads[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&threads[i], NULL, work, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
