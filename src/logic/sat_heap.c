/* The order of decisions: a binary heap of variables, most active first, ties by number. Assigned
 * variables may stay in it. An entry carries the activity of its variable, so that sifting looks at
 * the heap alone.
 *
 * Where thousands of models are found with hardly a conflict between them (pw_sat_rank), taking all
 * variables out of the heap and putting them back costs more than the search. Then the heap is kept
 * sorted, which is a heap, too, and nothing is taken out: a cursor says before which index no
 * variable is left to decide, and each level keeps the cursor that it began with. The decisions are
 * the same. */
#include "logic/sat.h"

#include <assert.h>
#include <stdlib.h>

static inline bool before(struct pw_sat_ranked a, struct pw_sat_ranked b)
{
    return a.activity > b.activity || (a.activity == b.activity && a.var < b.var);
}

static inline void put_at(struct pw_sat *s, size_t i, struct pw_sat_ranked x)
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
        put_at(s, i, s->heap.at[(i - 1) / 2]);
    put_at(s, i, x);
}

/* Puts x at i or below. */
static void down(struct pw_sat *s, size_t i, struct pw_sat_ranked x)
{
    for (size_t child; (child = 2 * i + 1) < s->heap.n; i = child) {
        if (child + 1 < s->heap.n && before(s->heap.at[child + 1], s->heap.at[child])) child++;
        if (!before(s->heap.at[child], x)) break;
        assert(child < s->heap.n);
        put_at(s, i, s->heap.at[child]);
    }
    put_at(s, i, x);
}

/* What is at this index and behind is looked at again at every level. */
static void disturb(struct pw_sat *s, size_t i)
{
    if (i < s->disturbed) s->disturbed = (uint32_t)i;
}

/* Sorted: the same, past all that it overtakes. */
static void overtake(struct pw_sat *s, size_t i, struct pw_sat_ranked x)
{
    for (; i > 0 && before(x, s->heap.at[i - 1]); i--)
        put_at(s, i, s->heap.at[i - 1]);
    put_at(s, i, x);
    disturb(s, i);
}

static void move_up(struct pw_sat *s, size_t i, struct pw_sat_ranked x)
{
    if (s->sorted)
        overtake(s, i, x);
    else
        up(s, i, x);
}

void pw_sat_heap_insert(struct pw_sat *s, uint32_t var)
{
    assert(var < s->vars.n);
    if (s->vars.at[var].heap >= 0) {
        disturb(s, (size_t)s->vars.at[var].heap); /* it may have become eligible */
        return;
    }
    struct pw_sat_ranked x = {s->vars.at[var].activity, var};
    pw_vec_push(&s->heap, x);
    move_up(s, s->heap.n - 1, x);
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

static bool open_for_decision(const struct pw_sat *s, uint32_t var)
{
    assert(var < s->vars.n);
    return s->value.at[2 * var] == 0 && s->vars.at[var].eligible;
}

static bool is_sheltered(const struct pw_sat *s, uint32_t var)
{
    assert(var < s->vars.n);
    uint32_t i = s->vars.at[var].shelter;
    if (!i) return false;
    while (s->shelters.at[i - 1] != PW_LIT_NONE)
        if (s->value.at[s->shelters.at[i++ - 1]] > 0) return true;
    return false;
}

/* No cursor stays beyond an index that has changed. */
static void lower_cursors(struct pw_sat *s)
{
    if (s->cursor > s->disturbed) s->cursor = s->disturbed;
    for (size_t i = 0; i < s->cursors.n; i++)
        if (s->cursors.at[i] > s->disturbed) s->cursors.at[i] = s->disturbed;
    s->disturbed = UINT32_MAX;
}

static bool pick_sorted(struct pw_sat *s, uint32_t *var)
{
    if (s->disturbed != UINT32_MAX) lower_cursors(s);
    for (; s->cursor < s->heap.n; s->cursor++) {
        *var = s->heap.at[s->cursor].var;
        if (open_for_decision(s, *var) && !is_sheltered(s, *var)) return true;
    }
    return false;
}

bool pw_sat_pick(struct pw_sat *s, uint32_t *var)
{
    if (s->sorted) return pick_sorted(s, var);
    while (s->heap.n > 0) {
        *var = pop_top(s);
        if (open_for_decision(s, *var)) return true;
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
    if (v->heap >= 0) move_up(s, (size_t)v->heap, (struct pw_sat_ranked){v->activity, var});
}

void pw_sat_heap_keep(struct pw_sat *s, uint32_t vars)
{
    size_t kept = 0;
    assert(!s->sorted);
    for (size_t i = 0; i < s->heap.n; i++)
        if (s->heap.at[i].var < vars) s->heap.at[kept++] = s->heap.at[i];
    s->heap.n = kept;
    for (size_t i = 0; i < kept; i++)
        up(s, i, s->heap.at[i]);
}

static int first_ranked(const void *a, const void *b)
{
    const struct pw_sat_ranked *x = a, *y = b;
    return before(*y, *x) - before(*x, *y);
}

/* Eligible variables that are assigned may have left the heap. */
void pw_sat_rank(struct pw_sat *s)
{
    assert(!s->sorted);
    for (uint32_t v = 0; v < s->vars.n; v++)
        if (s->vars.at[v].eligible) pw_sat_heap_insert(s, v);
    if (s->heap.n) qsort(s->heap.at, s->heap.n, sizeof *s->heap.at, first_ranked);
    for (size_t i = 0; i < s->heap.n; i++)
        put_at(s, i, s->heap.at[i]);
    s->sorted = true;
    s->disturbed = 0;
}

void pw_sat_unrank(struct pw_sat *s)
{
    assert(s->sorted);
    s->sorted = false;
    for (size_t i = 0; i < s->vars.n; i++)
        s->vars.at[i].shelter = 0;
    pw_vec_reset(&s->shelters);
}

void pw_sat_shelter(struct pw_sat *s, uint32_t var, const pw_lit *lits, size_t n)
{
    assert(s->sorted && var < s->vars.n && !s->vars.at[var].shelter);
    s->vars.at[var].shelter = (uint32_t)s->shelters.n + 1;
    for (size_t i = 0; i < n; i++)
        pw_vec_push(&s->shelters, lits[i]);
    pw_vec_push(&s->shelters, PW_LIT_NONE);
}
