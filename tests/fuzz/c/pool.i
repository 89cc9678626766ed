       
typedef struct { int x; } pthread_t_; typedef unsigned long pthread_t; typedef struct{int a;} pthread_mutex_t; typedef struct{int a;} pthread_cond_t; typedef struct{int a;} pthread_rwlock_t; typedef struct{int a;} pthread_barrier_t;typedef int pthread_once_t; typedef int pthread_spinlock_t;
typedef struct{int a;} sem_t; typedef unsigned long thrd_t; typedef struct {int a;} mtx_t;
void __assert_fail(const char *, const char *, unsigned, const char *);
typedef unsigned char uint8_t; typedef unsigned int uint32_t; typedef long intptr_t;
typedef struct task {
    void (*fn)(int);
    int arg;
} task_t;
typedef struct {
    task_t items[4];
    int head, tail, len;
    _Bool shutdown;
    pthread_mutex_t lock;
    pthread_cond_t cond;
} pool_t;
static pool_t pool;
static int done_count;
static pthread_mutex_t done_lock = {0};
static void job_a(int x)
{
    (void)x;
    pthread_mutex_lock(&done_lock);
    done_count++;
    pthread_mutex_unlock(&done_lock);
}
static void submit(pool_t *p, void (*fn)(int), int arg)
{
    pthread_mutex_lock(&p->lock);
    p->items[p->tail].fn = fn;
    p->items[p->tail].arg = arg;
    p->tail = (p->tail + 1) % 4;
    p->len++;
    pthread_cond_signal(&p->cond);
    pthread_mutex_unlock(&p->lock);
}
static void *worker(void *arg)
{
    pool_t *p = (pool_t *)arg;
    for (;;) {
        pthread_mutex_lock(&p->lock);
        while (p->len == 0 && !p->shutdown)
            pthread_cond_wait(&p->cond, &p->lock);
        if (p->len == 0 && p->shutdown) {
            pthread_mutex_unlock(&p->lock);
            break;
        }
        task_t t = p->items[p->head];
        p->head = (p->head + 1) % 4;
        p->len--;
        pthread_mutex_unlock(&p->lock);
        t.fn(t.arg);
    }
    return ((void*)0);
}
int main(void)
{
    pthread_t tid[2];
    pthread_mutex_init(&pool.lock, ((void*)0));
    pthread_cond_init(&pool.cond, ((void*)0));
    for (int i = 0; i < 2; i++)
        pthread_create(&tid[i], ((void*)0), worker, &pool);
    for (int i = 0; i < 3; i++)
        submit(&pool, job_a, i);
    pthread_mutex_lock(&pool.lock);
    pool.shutdown = 1;
    pthread_cond_broadcast(&pool.cond);
    pthread_mutex_unlock(&pool.lock);
    for (int i = 0; i < 2; i++)
        pthread_join(tid[i], ((void*)0));
    ((done_count == 3) ? (void)0 : __assert_fail("x", "f", 1, "g"));
    return 0;
}
