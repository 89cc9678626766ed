/* truth: safe, expect: safe -- matrix rows */
#include <assert.h>
#include <pthread.h>
#define R 2
#define C 2
static int A[R][C] = {{1, 2}, {3, 4}}, row_sum[R];

struct range {
    int row;
};

static void *w(void *p)
{
    const struct range *r = p;
    int s = 0;
    for (int c = 0; c < C; c++)
        s += A[r->row][c];
    row_sum[r->row] = s;
    return NULL;
}

int main(void)
{
    pthread_t t[R];
    struct range rg[R];
    for (int i = 0; i < R; i++) {
        rg[i] = (struct range){.row = i};
        pthread_create(&t[i], NULL, w, &rg[i]);
    }
    for (int i = 0; i < R; i++)
        pthread_join(t[i], NULL);
    assert(row_sum[0] == 3 && row_sum[1] == 7);
    return 0;
}
