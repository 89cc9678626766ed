/* truth: unsafe, expect: unsafe -- seat booking */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <unistd.h>
static int seats = 1;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static bool available(void)
{
    pthread_mutex_lock(&m);
    bool r = seats > 0;
    pthread_mutex_unlock(&m);
    return r;
}

static void book(void)
{
    pthread_mutex_lock(&m);
    seats--;
    pthread_mutex_unlock(&m);
}

static void *cust(void *a)
{
    if (available()) {
        usleep(100);
        book();
    }
    return a;
}

int main(void)
{
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], 0, cust, 0);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
    assert(seats >= 0);
    return 0;
}
