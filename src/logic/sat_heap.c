/* The order of decisions: a binary heap of variables, most active first, ties by number. Assigned variables may stay in it. */
#include "logic/sat.h"

static bool before(const struct pw_sat *s, uint32_t a, uint32_t b)
{
    double x = s->vars.at[a].activity, y = s->vars.at[b].activity;
    return x > y || (x == y && a < b);
}

static void place(struct pw_sat *s, size_t i, uint32_t var)
{
    s->heap.at[i] = var;
    s->vars.at[var].heap = (int32_t)i;
}

static void up(struct pw_sat *s, size_t i)
{
    uint32_t var = s->heap.at[i];
    while (i > 0 && before(s, var, s->heap.at[(i - 1) / 2])) {
        place(s, i, s->heap.at[(i - 1) / 2]);
        i = (i - 1) / 2;
    }
    place(s, i, var);
}

static void down(struct pw_sat *s, size_t i)
{
    uint32_t var = s->heap.at[i];
    for (;;) {
        size_t child = 2 * i + 1;
        if (child >= s->heap.n) break;
        if (child + 1 < s->heap.n && before(s, s->heap.at[child + 1], s->heap.at[child])) child++;
        if (!before(s, s->heap.at[child], var)) break;
        place(s, i, s->heap.at[child]);
        i = child;
    }
    place(s, i, var);
}

void pw_sat_heap_insert(struct pw_sat *s, uint32_t var)
{
    if (s->vars.at[var].heap >= 0) return;
    pw_vec_push(&s->heap, var);
    up(s, s->heap.n - 1);
}

void pw_sat_heap_remove(struct pw_sat *s, uint32_t var)
{
    int32_t i = s->vars.at[var].heap;
    if (i < 0) return;
    uint32_t last = pw_vec_pop(&s->heap);
    s->vars.at[var].heap = -1;
    if (last == var) return;
    place(s, (size_t)i, last);
    up(s, (size_t)i);
    down(s, (size_t)s->vars.at[last].heap);
}

bool pw_sat_pick(struct pw_sat *s, uint32_t *var)
{
    while (s->heap.n > 0) {
        uint32_t top = s->heap.at[0];
        pw_sat_heap_remove(s, top);
        if (s->value.at[2 * top] != 0 || !s->vars.at[top].eligible) continue;
        *var = top;
        return true;
    }
    return false;
}

static void rescale(struct pw_sat *s)
{
    for (size_t i = 0; i < s->vars.n; i++) s->vars.at[i].activity *= 1e-100;
    s->bump *= 1e-100;
}

void pw_sat_bump(struct pw_sat *s, uint32_t var)
{
    if ((s->vars.at[var].activity += s->bump) > 1e100) rescale(s);
    if (s->vars.at[var].heap >= 0) up(s, (size_t)s->vars.at[var].heap);
}
