/* truth: unsafe, expect: unsafe -- store load */
#include <pthread.h>
#include <assert.h>
#include <stdbool.h>
bool done1 = false, done2 = false;
int x = 0, y = 0, r1, r2;
void *t1(void *a) { (void)a; x = 1; r1 = y; done1 = true; return 0; }
void *t2(void *a) { (void)a; y = 1; r2 = x; done2 = true; return 0; }
int main() {
    pthread_t a, b;
    pthread_create(&a, NULL, &t1, NULL);
    pthread_create(&b, NULL, &t2, NULL);
    while (!(done1 && done2)) ;
    assert(!(r1 == 1 && r2 == 1));
    return 0;
}
