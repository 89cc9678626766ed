/* The order of decisions: a binary heap of variables, most active first, ties by number. Assigned
 * variables may stay in it. An entry carries the activity of its variable, so that sifting looks at
 * the heap alone. */
#include "logic/sat.h"

#include <assert.h>

static inline bool before(struct pw_sat_ranked a, struct pw_sat_ranked b)
{
    return a.activity > b.activity || (a.activity == b.activity && a.var < b.var);
}

static inline void place(struct pw_sat *s, size_t i, struct pw_sat_ranked x)
{
    assert(i < s->heap.n);
    s->heap.at[i] = x;
    assert(x.var < s->vars.n);
    s->vars.at[x.var].heap = (int32_t)i;
}

/* Puts x at i or above, moving down what it overtakes. */
static void up(struct pw_sat *s, size_t i, struct pw_sat_ranked x)
{
    for (; i > 0 && before(x, s->heap.at[(i - 1) / 2]); i = (i - 1) / 2)
        place(s, i, s->heap.at[(i - 1) / 2]);
    place(s, i, x);
}

/* Puts x at i or below. */
static void down(struct pw_sat *s, size_t i, struct pw_sat_ranked x)
{
    for (size_t child; (child = 2 * i + 1) < s->heap.n; i = child) {
        if (child + 1 < s->heap.n && before(s->heap.at[child + 1], s->heap.at[child])) child++;
        if (!before(s->heap.at[child], x)) break;
        assert(child < s->heap.n);
        place(s, i, s->heap.at[child]);
    }
    place(s, i, x);
}

void pw_sat_heap_insert(struct pw_sat *s, uint32_t var)
{
    if (s->vars.at[var].heap >= 0) return;
    assert(var < s->vars.n);
    struct pw_sat_ranked x = {s->vars.at[var].activity, var};
    pw_vec_push(&s->heap, x);
    up(s, s->heap.n - 1, x);
}

static uint32_t pop_top(struct pw_sat *s)
{
    uint32_t top = s->heap.at[0].var;
    struct pw_sat_ranked last = pw_vec_pop(&s->heap);
    assert(top < s->vars.n);
    s->vars.at[top].heap = -1;
    if (s->heap.n > 0) down(s, 0, last);
    return top;
}

bool pw_sat_pick(struct pw_sat *s, uint32_t *var)
{
    while (s->heap.n > 0) {
        *var = pop_top(s);
        if (s->value.at[2 * *var] == 0 && s->vars.at[*var].eligible) return true;
    }
    return false;
}

static void rescale(struct pw_sat *s)
{
    for (size_t i = 0; i < s->vars.n; i++)
        s->vars.at[i].activity *= 1e-100;
    for (size_t i = 0; i < s->heap.n; i++)
        s->heap.at[i].activity = s->vars.at[s->heap.at[i].var].activity;
    s->bump *= 1e-100;
}

void pw_sat_bump(struct pw_sat *s, uint32_t var)
{
    assert(var < s->vars.n);
    struct pw_sat_var *v = &s->vars.at[var];
    if ((v->activity += s->bump) > 1e100) rescale(s);
    if (v->heap >= 0) up(s, (size_t)v->heap, (struct pw_sat_ranked){v->activity, var});
}

void pw_sat_heap_keep(struct pw_sat *s, uint32_t vars)
{
    size_t kept = 0;
    for (size_t i = 0; i < s->heap.n; i++)
        if (s->heap.at[i].var < vars) s->heap.at[kept++] = s->heap.at[i];
    s->heap.n = kept;
    for (size_t i = 0; i < kept; i++)
        up(s, i, s->heap.at[i]);
}
