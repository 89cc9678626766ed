       
typedef struct { int x; } pthread_t_; typedef unsigned long pthread_t; typedef struct{int a;} pthread_mutex_t; typedef struct{int a;} pthread_cond_t; typedef struct{int a;} pthread_rwlock_t; typedef struct{int a;} pthread_barrier_t;typedef int pthread_once_t; typedef int pthread_spinlock_t;
typedef struct{int a;} sem_t; typedef unsigned long thrd_t; typedef struct {int a;} mtx_t;
void __assert_fail(const char *, const char *, unsigned, const char *);
typedef unsigned char uint8_t; typedef unsigned int uint32_t; typedef long intptr_t;
static int buffer[3];
static int count, in_pos, out_pos;
static pthread_mutex_t m = {0};
static pthread_cond_t not_full = {0}, not_empty = {0};
static void put(int value)
{
    pthread_mutex_lock(&m);
    while (count == 3)
        pthread_cond_wait(&not_full, &m);
    ((count < 3) ? (void)0 : __assert_fail("x", "f", 1, "g"));
    buffer[in_pos] = value;
    in_pos = (in_pos + 1) % 3;
    count++;
    pthread_cond_signal(&not_empty);
    pthread_mutex_unlock(&m);
}
static int get(void)
{
    pthread_mutex_lock(&m);
    while (count == 0)
        pthread_cond_wait(&not_empty, &m);
    ((count > 0) ? (void)0 : __assert_fail("x", "f", 1, "g"));
    int value = buffer[out_pos];
    out_pos = (out_pos + 1) % 3;
    count--;
    pthread_cond_signal(&not_full);
    pthread_mutex_unlock(&m);
    return value;
}
static void *producer(void *arg)
{
    (void)arg;
    for (int i = 0; i < 10; i++)
        put(1);
    return ((void*)0);
}
static void *consumer(void *arg)
{
    (void)arg;
    for (int i = 0; i < 10; i++) {
        int v = get();
        ((v == 1) ? (void)0 : __assert_fail("x", "f", 1, "g"));
    }
    return ((void*)0);
}
int main(void)
{
    pthread_t p[2], c[2];
    for (int i = 0; i < 2; i++) {
        pthread_create(&p[i], ((void*)0), producer, ((void*)0));
        pthread_create(&c[i], ((void*)0), consumer, ((void*)0));
    }
    for (int i = 0; i < 2; i++) {
        pthread_join(p[i], ((void*)0));
        pthread_join(c[i], ((void*)0));
    }
    return 0;
}
