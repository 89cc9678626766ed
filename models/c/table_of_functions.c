// table_of_functions.c: jobs chosen by a pointer to a function; truth: safe; expect: safe
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
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
    assert(level == 0);
    pthread_mutex_unlock(&m);
    return NULL;
}

int main(void)
{
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, run, &jobs[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    return 0;
}
