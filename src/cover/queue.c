#include "cover/queue.h"

#include <assert.h>
#include <stdbool.h>

static bool less(const struct pw_wait *x, const struct pw_wait *y)
{
    return x->key < y->key || (x->key == y->key && x->id < y->id);
}

void pw_queue_push(pw_queue *q, int64_t key, uint32_t id)
{
    struct pw_wait x = {key, id};
    pw_vec_push(q, x);
    size_t i = q->n - 1;
    for (; i > 0 && less(&x, &q->at[(i - 1) / 2]); i = (i - 1) / 2)
        q->at[i] = q->at[(i - 1) / 2];
    q->at[i] = x;
}

struct pw_wait pw_queue_pop(pw_queue *q)
{
    assert(q->n > 0);
    struct pw_wait top = q->at[0], x = pw_vec_pop(q);
    size_t n = q->n, i = 0;
    for (size_t k; (k = 2 * i + 1) < n; i = k) {
        if (k + 1 < n && less(&q->at[k + 1], &q->at[k])) k++;
        if (!less(&q->at[k], &x)) break;
        assert(i < k && k < n);
        assert(k < q->n);
        q->at[i] = q->at[k];
    }
    if (n) q->at[i] = x;
    return top;
}
