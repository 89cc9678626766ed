// dekker.c: Dekker's algorithm; truth: safe; expect: safe
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

volatile bool wants_to_enter[2] = {false, false};
volatile int turn = 0;
int resource = 0;

void *p0(void *unused)
{
    wants_to_enter[0] = true;
    while (wants_to_enter[1]) {
        if (turn != 0) {
            wants_to_enter[0] = false;
            while (turn != 0)
                ;
            wants_to_enter[0] = true;
        }
    }
    resource = 1;
    assert(resource == 1);
    turn = 1;
    wants_to_enter[0] = false;
    return unused;
}

void *p1(void *unused)
{
    wants_to_enter[1] = true;
    while (wants_to_enter[0]) {
        if (turn != 1) {
            wants_to_enter[1] = false;
            while (turn != 1)
                ;
            wants_to_enter[1] = true;
        }
    }
    resource = 2;
    assert(resource == 2);
    turn = 0;
    wants_to_enter[1] = false;
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, p0, NULL);
    pthread_create(&b, NULL, p1, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
