/* truth: safe, expect: safe -- rwlock cas */
#include <pthread.h>
#include <assert.h>
#include <stdatomic.h>
#define WRITER 0x100
static atomic_uint rw;
static int data1, data2;

static void read_lock(void)
{
    for (;;) {
        unsigned v = atomic_load(&rw);
        if (v >= WRITER)
            continue;
        if (atomic_compare_exchange_weak(&rw, &v, v + 1))
            return;
    }
}

static void read_unlock(void)
{
    atomic_fetch_sub(&rw, 1);
}

static void write_lock(void)
{
    unsigned zero;
    do {
        zero = 0;
    } while (!atomic_compare_exchange_strong(&rw, &zero, WRITER));
}

static void write_unlock(void)
{
    atomic_store(&rw, 0);
}

static void *reader(void *a)
{
    read_lock();
    int x = data1;
    int y = data2;
    assert(x == y);
    read_unlock();
    return a;
}

static void *writer(void *a)
{
    write_lock();
    data1 = data1 ? 0 : 1;
    data2 = data2 ? 0 : 1;
    write_unlock();
    return a;
}

int main(void)
{
    pthread_t r[4], w[2];
    for (int i = 0; i < 4; i++)
        pthread_create(&r[i], 0, reader, 0);
    for (int i = 0; i < 2; i++)
        pthread_create(&w[i], 0, writer, 0);
    for (int i = 0; i < 4; i++)
        pthread_join(r[i], 0);
    for (int i = 0; i < 2; i++)
        pthread_join(w[i], 0);
    assert(data1 == data2);
    return 0;
}
