// mutex_counter.c: two threads count under a mutex, main looks at the sum; truth: safe; expect: safe
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter = 0;

static void *add_one(void *arg)
{
    (void)arg;
    pthread_mutex_lock(&lock);
    counter++;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    if (pthread_create(&a, NULL, add_one, NULL) || pthread_create(&b, NULL, add_one, NULL)) {
        perror("pthread_create");
        exit(1);
    }
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("counter = %d\n", counter);
    assert(counter == 2);
    return 0;
}
