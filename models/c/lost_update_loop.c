/* truth: unsafe, expect: unsafe -- lost update loop */
#include <pthread.h>
#include <assert.h>
#include <stdio.h>
long long total = 0;
#define ITER 3
void *add(void *arg) { int i; for (i = 0; i < ITER; i++) total = total + 1; pthread_exit(NULL); }
int main(int argc, char *argv[])
{
    pthread_t t1, t2;
    if (pthread_create(&t1, NULL, add, NULL)) { printf("\n ERROR creating thread 1"); return 1; }
    if (pthread_create(&t2, NULL, add, NULL)) { printf("\n ERROR creating thread 2"); return 1; }
    if (pthread_join(t1, NULL)) return 1;
    if (pthread_join(t2, NULL)) return 1;
    if (total < 2 * ITER) printf("\n BOOM! total is [%lld], should be %d\n", total, 2 * ITER);
    else printf("\n OK! total is [%lld]\n", total);
    assert(total == 2 * ITER);
    return 0;
}
