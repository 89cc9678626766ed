       
typedef struct { int x; } pthread_t_; typedef unsigned long pthread_t; typedef struct{int a;} pthread_mutex_t; typedef struct{int a;} pthread_cond_t; typedef struct{int a;} pthread_rwlock_t; typedef struct{int a;} pthread_barrier_t;typedef int pthread_once_t; typedef int pthread_spinlock_t;
typedef struct{int a;} sem_t; typedef unsigned long thrd_t; typedef struct {int a;} mtx_t;
void __assert_fail(const char *, const char *, unsigned, const char *);
typedef unsigned char uint8_t; typedef unsigned int uint32_t; typedef long intptr_t;
static pthread_mutex_t m = {0};
static int next_job;
static int times[4];
static void *worker(void *arg)
{
    for (;;) {
        int job;
        pthread_mutex_lock(&m);
        job = next_job < 4 ? next_job++ : -1;
        pthread_mutex_unlock(&m);
        if (job < 0)
            break;
        times[job]++;
    }
    return arg;
}
int main(void)
{
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], ((void*)0), worker, ((void*)0));
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], ((void*)0));
    for (int i = 0; i < 4; i++)
        ((times[i] == 1) ? (void)0 : __assert_fail("x", "f", 1, "g"));
    return 0;
}
