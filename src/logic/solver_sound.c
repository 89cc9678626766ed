/* The invariants that sat.h and simplex.h state, as code: for the end of a check in debug builds
 * (base/debug.h), and for tests. */
#include <assert.h>

#include "logic/solver_state.h"

/* ---- the search ---- */

static bool is_true(const struct pw_sat *s, pw_lit l)
{
    return s->value.at[l] > 0;
}

static uint32_t level_of(const struct pw_sat *s, pw_lit l)
{
    return s->vars.at[pw_lit_var(l)].level;
}

/* (2) */
static void check_reason(const struct pw_sat *s, pw_lit l, uint32_t c)
{
    const struct pw_sat_var *v = &s->vars.at[pw_lit_var(l)];
    assert(c + 3 < s->words.n && c + 2 + s->words.at[c] <= s->words.n);
    assert(s->words.at[c + 2] == l || (s->words.at[c] == 2 && s->words.at[c + 3] == l));
    for (uint32_t i = 0; i < s->words.at[c]; i++) {
        pw_lit other = s->words.at[c + 2 + i];
        assert(other == l ||
               (s->value.at[other] < 0 && s->vars.at[pw_lit_var(other)].index < v->index));
    }
    (void)v;
}

static void check_trail(const struct pw_sat *s)
{
    size_t level = 0;
    assert(s->head <= s->trail.n && s->theory_head <= s->trail.n);
    assert(s->cursors.n == s->levels.n);
    for (size_t i = 0; i < s->trail.n; i++) {
        pw_lit l = s->trail.at[i];
        const struct pw_sat_var *v = &s->vars.at[pw_lit_var(l)];
        while (level < s->levels.n && s->levels.at[level] <= i)
            level++;
        assert(is_true(s, l) && s->value.at[pw_lit_not(l)] < 0);
        assert(v->index == i && v->level == level);
        if (v->reason < PW_CLAUSE_THEORY) check_reason(s, l, v->reason);
    }
    size_t assigned = 0;
    for (size_t l = 0; l < s->value.n; l++)
        assigned += s->value.at[l] > 0;
    assert(assigned == s->trail.n);
    (void)assigned;
}

static bool has_literal(const struct pw_sat *s, uint32_t c, pw_lit l)
{
    for (uint32_t i = 0; i < s->words.at[c]; i++)
        if (s->words.at[c + 2 + i] == l) return true;
    return false;
}

/* (1): the watch of l, one of the first two literals of its clause. */
static void check_watch(const struct pw_sat *s, pw_lit l, struct pw_watch w)
{
    assert(w.clause + 3 < s->words.n);
    pw_lit a = s->words.at[w.clause + 2], b = s->words.at[w.clause + 3];
    assert(a == l || b == l);
    assert(has_literal(s, w.clause, w.blocker));
    if (s->value.at[l] >= 0 || s->vars.at[pw_lit_var(l)].index >= s->head) return;
    pw_lit other = a ^ b ^ l;
    bool by_other = is_true(s, other) && level_of(s, other) <= level_of(s, l);
    bool by_blocker = is_true(s, w.blocker) && level_of(s, w.blocker) <= level_of(s, l);
    assert(by_other || by_blocker);
    (void)by_other;
    (void)by_blocker;
}

static void check_watches(const struct pw_sat *s)
{
    size_t watches = 0, clauses = 0;
    for (uint32_t c = 0; c < s->words.n; c += 2 + s->words.at[c])
        clauses++;
    for (size_t l = 0; l < s->watch.n; l++) {
        watches += s->watch.at[l].n;
        for (size_t i = 0; !s->contradiction && i < s->watch.at[l].n; i++)
            check_watch(s, (pw_lit)l, s->watch.at[l].at[i]);
    }
    assert(watches == 2 * clauses);
    (void)watches;
    (void)clauses;
}

/* A variable that may be decided and is open can be found. */
static void check_heap(const struct pw_sat *s)
{
    for (uint32_t i = 0; i < s->heap.n; i++)
        assert(s->vars.at[s->heap.at[i].var].heap == (int32_t)i);
    for (uint32_t v = 0; v < s->vars.n; v++)
        assert(s->vars.at[v].heap >= 0 || !s->vars.at[v].eligible || s->value.at[2 * v]);
}

/* ---- the simplex ---- */

static bool within(const struct pw_simplex_var *x, const pw_int *den)
{
    bool in = true;
    pw_int bound;
    pw_int_init(&bound);
    for (int side = 0; side < 2; side++) {
        if (!x->has[side]) continue;
        pw_int_mul(&bound, &x->bound[side], den);
        int order = pw_int_cmp(&x->num, &bound);
        in = in && (side ? order <= 0 : order >= 0);
    }
    pw_int_clear(&bound);
    return in;
}

static void check_row(const struct pw_simplex *s, size_t r)
{
    pw_int sum;
    pw_int_init(&sum);
    const struct pw_simplex_var *b = &s->vars.at[s->basic.at[r]];
    for (size_t j = 0; j < s->owner.n; j++)
        pw_int_addmul(&sum, &s->rows.at[r][j], &s->vars.at[s->owner.at[j]].num);
    assert(b->basic && b->at == r && pw_int_sgn(&s->dens.at[r]) > 0);
    assert(pw_int_cmp(&sum, &b->num) == 0);
    assert(b->queued || within(b, &s->dens.at[r]));
    (void)b;
    pw_int_clear(&sum);
}

static void check_simplex(const struct pw_simplex *s)
{
    pw_int one;
    pw_int_init_si(&one, 1);
    assert(s->rows.n == s->basic.n && s->vars.n == s->rows.n + s->owner.n);
    for (size_t r = 0; r < s->rows.n; r++)
        check_row(s, r);
    for (size_t j = 0; j < s->owner.n; j++) {
        const struct pw_simplex_var *x = &s->vars.at[s->owner.at[j]];
        assert(!x->basic && x->at == j && within(x, &one));
        (void)x;
    }
    for (size_t i = 0; i < s->vars.n; i++) {
        const struct pw_simplex_var *x = &s->vars.at[i];
        assert(!x->has[0] || !x->has[1] || pw_int_cmp(&x->bound[0], &x->bound[1]) <= 0);
        (void)x;
    }
    pw_int_clear(&one);
}

void pw_solver_sound(const struct pw_solver *s)
{
    check_trail(&s->sat);
    check_watches(&s->sat);
    check_heap(&s->sat);
    check_simplex(&s->arith.simplex);
}
