/* truth: unsafe, expect: unsafe -- argument race */
#include <pthread.h>
#include <assert.h>
static int seen[3];
static void *work(void *arg) {
    int id = *(int *)arg;
    assert(id < 3);
    seen[id]++;
    return NULL;
}
int main(void) {
    pthread_t th[3];
    int i;
    for (i = 0; i < 3; i++)
        pthread_create(&th[i], NULL, work, &i);  /* classic bug */
    for (int k = 0; k < 3; k++)
        pthread_join(th[k], NULL);
    return 0;
}
