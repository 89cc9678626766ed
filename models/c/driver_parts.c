// driver_parts.c: a driver that counts its users is unloaded while requests come in; truth: safe; expect: safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

static atomic_int users = 1;
static atomic_bool removing, gone;

static bool enter(void)
{
    atomic_fetch_add(&users, 1);
    return !removing;
}

static void *request(void *arg)
{
    (void)arg;
    int status = enter() ? 1 : -1;
    if (status > 0)
        assert(!gone);
    atomic_fetch_sub(&users, 1);
    return NULL;
}

//@ abstract thread request {  // conform: yes
//@     users = users + 1;
//@     if (*) { assume(removing == 0); assert(gone == 0); }
//@     users = users - 1;
//@ }

static void *unload(void *arg)
{
    (void)arg;
    removing = true;
    atomic_fetch_sub(&users, 1);
    while (users != 0)
        ;
    gone = true;
    return NULL;
}

int main(int argc, char **argv)
{
    (void)argv;
    pthread_t t;
    pthread_create(&t, NULL, unload, NULL);
    for (int i = 0; i < argc; i++)
        pthread_create(&t, NULL, request, NULL);
    return 0;
}
