/* truth: safe, expect: safe -- memset clears as many bytes as it says, and memcpy copies as many: whole objects */
#include <assert.h>
#include <pthread.h>
#include <string.h>

struct range {
    int from, to;
};

static int cells[3] = {1, 2, 3};
static struct range whole = {1, 9}, copy;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *clear(void *arg)
{
    pthread_mutex_lock(&m);
    memset(&cells[1], 0, sizeof cells[1]);
    memcpy(&copy, &whole, sizeof copy);
    pthread_mutex_unlock(&m);
    return arg;
}

static void *look(void *arg)
{
    pthread_mutex_lock(&m);
    assert(cells[0] == 1 && cells[2] == 3);
    assert(copy.to == 9 * copy.from);
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, clear, NULL);
    pthread_create(&b, NULL, look, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(cells[1] == 0);
    return 0;
}
