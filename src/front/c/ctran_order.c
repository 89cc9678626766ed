/* The translation: operands whose order C leaves open. */
#include <assert.h>

#include "front/c/ctran.h"

void pw_ct_order_note(struct pw_ct *t, const struct pw_cobj *o, int64_t cell, bool set)
{
    assert(cell >= 0);
    if (!t->orders) return;
    struct pw_caccess a = {.obj = o, .cell = cell, .set = set};
    pw_vec_push(&t->accesses, a);
}

static void push_border(struct pw_ct *t, bool first)
{
    assert(t->orders);
    struct pw_caccess border = {.obj = NULL, .cell = t->orders, .set = first};
    pw_vec_push(&t->accesses, border);
}

void pw_ct_order_begin(struct pw_ct *t)
{
    t->orders++;
    push_border(t, true);
}

void pw_ct_order_next(struct pw_ct *t)
{
    push_border(t, false);
}

static bool is_border(const struct pw_ct *t, size_t i)
{
    assert(i < t->accesses.n);
    return !t->accesses.at[i].obj && t->accesses.at[i].cell == (int64_t)t->orders;
}

/* Where the operands at work begin. */
static size_t first_border(const struct pw_ct *t)
{
    size_t i = t->accesses.n - 1;
    while (!is_border(t, i) || !t->accesses.at[i].set)
        i--;
    return i;
}

static bool clash(const struct pw_ct *t, size_t i, size_t k)
{
    const struct pw_caccess *a = &t->accesses.at[i], *b = &t->accesses.at[k];
    assert(i < k && k < t->accesses.n);
    return a->obj && a->obj == b->obj && a->cell == b->cell && (a->set || b->set);
}

void pw_ct_order_end(struct pw_ct *t, uint32_t token)
{
    size_t first = first_border(t), border = first;
    for (size_t k = first + 1; k < t->accesses.n; k++) {
        if (is_border(t, k)) border = k;
        for (size_t i = first; i < border; i++)
            if (clash(t, i, k))
                pw_ct_fail(t, token, "evaluate one of them in a statement before",
                           "unsupported: the operands use '%s' in an order that C leaves open",
                           t->accesses.at[k].obj->name);
    }
    if (!--t->orders) pw_vec_reset(&t->accesses);
}
