/* layouts.c -- sizes of structs that are packed, aligned by hand, or end in an array without a
 * size, and memory that is allocated by them.
 *
 * truth: safe; expect: safe
 * Own. The sizes are those of gcc on LP64.
 */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct __attribute__((packed)) packed {
    char a;
    int b;
};
struct packed_behind {
    char a;
    long b;
} __attribute__((packed));
struct line {
    _Alignas(64) int owner;
    int waiting;
};
struct aligned_behind {
    int a;
} __attribute__((aligned(32)));
struct text {
    long length;
    char bytes[];
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct line lock;

static void *work(void *argument)
{
    assert(sizeof(struct packed) == 5 && sizeof(struct packed_behind) == 9);
    assert(sizeof(struct line) == 64 && sizeof(struct aligned_behind) == 32);
    assert(sizeof(struct text) == 8 && _Alignof(struct line) == 64);
    pthread_mutex_lock(&mutex);
    lock.owner++;
    assert(lock.owner == 1);
    lock.owner--;
    pthread_mutex_unlock(&mutex);
    return argument;
}

int main(void)
{
    pthread_t thread;
    while (pthread_create(&thread, NULL, work, NULL) == 0)
        ;
    return 0;
}
