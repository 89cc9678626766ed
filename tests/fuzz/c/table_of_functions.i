       
typedef struct { int x; } pthread_t_; typedef unsigned long pthread_t; typedef struct{int a;} pthread_mutex_t; typedef struct{int a;} pthread_cond_t; typedef struct{int a;} pthread_rwlock_t; typedef struct{int a;} pthread_barrier_t;typedef int pthread_once_t; typedef int pthread_spinlock_t;
typedef struct{int a;} sem_t; typedef unsigned long thrd_t; typedef struct {int a;} mtx_t;
void __assert_fail(const char *, const char *, unsigned, const char *);
typedef unsigned char uint8_t; typedef unsigned int uint32_t; typedef long intptr_t;
static pthread_mutex_t m = {0};
static int level;
static void up(void) { level++; }
static void down(void) { level--; }
struct job {
    void (*first)(void);
    void (*second)(void);
};
static struct job jobs[2] = {{up, down}, {down, up}};
static void *run(void *arg)
{
    struct job *j = arg;
    pthread_mutex_lock(&m);
    j->first();
    j->second();
    ((level == 0) ? (void)0 : __assert_fail("x", "f", 1, "g"));
    pthread_mutex_unlock(&m);
    return ((void*)0);
}
int main(void)
{
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], ((void*)0), run, &jobs[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], ((void*)0));
    return 0;
}
