/* truth: safe, expect: safe -- recursive lock by hand: owner and depth */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>

/* recursive lock built by hand: owner and depth */
static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t freed = PTHREAD_COND_INITIALIZER;
static pthread_t owner;
static bool held;
static int depth;

static void rec_lock(void)
{
    pthread_mutex_lock(&guard);
    if (held && pthread_equal(owner, pthread_self())) {
        depth++;
    } else {
        while (held)
            pthread_cond_wait(&freed, &guard);
        held = true;
        owner = pthread_self();
        depth = 1;
    }
    pthread_mutex_unlock(&guard);
}

static void rec_unlock(void)
{
    pthread_mutex_lock(&guard);
    assert(pthread_equal(owner, pthread_self()));
    if (--depth == 0) {
        held = false;
        pthread_cond_signal(&freed);
    }
    pthread_mutex_unlock(&guard);
}

static int inside;

static void inner(void)
{
    rec_lock();
    inside++;
    assert(inside == 1);
    inside--;
    rec_unlock();
}

static void *run(void *arg)
{
    (void)arg;
    rec_lock();
    inner();
    rec_unlock();
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, run, NULL);
    pthread_create(&b, NULL, run, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    puts("done");
    return 0;
}
