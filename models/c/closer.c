// closer.c: the last thread joins those that main has created before it; truth: safe; expect: safe
#include <assert.h>
#include <pthread.h>

static pthread_t first_id, second_id;
static int x, y;

static void *first(void *arg)
{
    x = 1;
    return arg;
}

static void *second(void *arg)
{
    y = 1;
    return arg == NULL ? (void *)7 : arg;
}

static void *closer(void *arg)
{
    void *result;
    pthread_join(first_id, NULL);
    pthread_join(second_id, &result);
    assert(x == 1 && y == 1);
    assert(result == (void *)7);
    return arg;
}

int main(void)
{
    pthread_t id;
    pthread_create(&first_id, NULL, first, NULL);
    pthread_create(&second_id, NULL, second, NULL);
    pthread_create(&id, NULL, closer, NULL);
    pthread_join(id, NULL);
    assert(x + y == 2);
    return 0;
}
