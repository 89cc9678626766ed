#include "logic/sat.h"

#include <assert.h>
#include <string.h>

#include "base/limits.h"

void pw_sat_init(struct pw_sat *s, const struct pw_sat_theory *theory,
                 struct pw_solver_stats *stats)
{
    memset(s, 0, sizeof *s);
    s->theory = *theory;
    s->stats = stats;
    s->bump = 1;
    s->learned_limit = 4000;
}

void pw_sat_clear(struct pw_sat *s)
{
    for (size_t i = 0; i < s->watch.cap; i++)
        pw_vec_clear(&s->watch.at[i]);
    pw_vec_clear(&s->vars);
    pw_vec_clear(&s->value);
    pw_vec_clear(&s->watch);
    pw_vec_clear(&s->words);
    pw_vec_clear(&s->heap);
    pw_vec_clear(&s->trail);
    pw_vec_clear(&s->levels);
    pw_vec_clear(&s->cursors);
    pw_vec_clear(&s->shelters);
    pw_vec_clear(&s->assume);
    pw_vec_clear(&s->conflict);
    pw_vec_clear(&s->lemma);
    pw_vec_clear(&s->failed);
    pw_vec_clear(&s->stack);
    pw_vec_clear(&s->explained);
    pw_vec_clear(&s->to_clear);
    pw_vec_clear(&s->stamp);
    pw_vec_clear(&s->marks);
}

/* Watch lists beyond n keep their room for later variables; new room is made empty. */
static void room_for_watches(struct pw_sat *s, size_t need)
{
    size_t before = s->watch.cap;
    pw_vec_reserve(&s->watch, need);
    if (s->watch.cap > before)
        memset(s->watch.at + before, 0, (s->watch.cap - before) * sizeof *s->watch.at);
}

uint32_t pw_sat_new_var(struct pw_sat *s, bool atom)
{
    uint32_t var = (uint32_t)s->vars.n;
    struct pw_sat_var fresh = {.reason = PW_CLAUSE_NONE, .heap = -1, .atom = atom};
    pw_vec_push(&s->vars, fresh);
    pw_vec_push(&s->value, 0);
    pw_vec_push(&s->value, 0);
    room_for_watches(s, s->watch.n + 2);
    s->watch.at[s->watch.n].n = s->watch.at[s->watch.n + 1].n = 0;
    s->watch.n += 2;
    return var;
}

void pw_sat_claim(struct pw_sat *s, uint32_t var)
{
    if (s->vars.at[var].eligible++ == 0 && s->value.at[2 * var] == 0) pw_sat_heap_insert(s, var);
}

void pw_sat_unclaim(struct pw_sat *s, uint32_t var)
{
    assert(s->vars.at[var].eligible > 0);
    assert(var < s->vars.n);
    s->vars.at[var].eligible--;
}

/* The trail. */

void pw_sat_new_level(struct pw_sat *s)
{
    pw_vec_push(&s->levels, (uint32_t)s->trail.n);
    pw_vec_push(&s->cursors, s->cursor);
}

void pw_sat_enqueue(struct pw_sat *s, pw_lit l, uint32_t reason)
{
    assert(s->value.at[l] == 0);
    struct pw_sat_var *v = &s->vars.at[pw_lit_var(l)];
    assert(l < s->value.n);
    s->value.at[l] = 1;
    s->value.at[pw_lit_not(l)] = -1;
    v->level = (uint32_t)s->levels.n;
    v->reason = reason;
    v->index = (uint32_t)s->trail.n;
    pw_vec_push(&s->trail, l);
}

void pw_sat_imply(struct pw_sat *s, pw_lit l)
{
    pw_sat_enqueue(s, l, PW_CLAUSE_THEORY);
    s->stats->theory_propagations++;
}

void pw_sat_backtrack(struct pw_sat *s, size_t level)
{
    if (s->levels.n <= level) return;
    size_t keep = s->levels.at[level];
    if (s->theory_head > keep) {
        s->theory.backtrack(s->theory.self, keep);
        s->theory_head = keep;
    }
    while (s->trail.n > keep) {
        pw_lit l = pw_vec_pop(&s->trail);
        struct pw_sat_var *v = &s->vars.at[pw_lit_var(l)];
        assert(l < s->value.n);
        s->value.at[l] = s->value.at[pw_lit_not(l)] = 0;
        v->phase = !(l & 1);
        if (v->eligible && v->heap < 0) pw_sat_heap_insert(s, pw_lit_var(l));
    }
    s->cursor = s->cursors.at[level];
    s->levels.n = s->cursors.n = level;
    s->head = keep;
}

/* Clauses. */

uint32_t pw_sat_store(struct pw_sat *s, const pw_lit *lits, size_t n, uint32_t flags)
{
    assert(n >= 2);
    uint32_t c = (uint32_t)s->words.n;
    pw_vec_reserve(&s->words, s->words.n + n + 2);
    s->words.at[c] = (uint32_t)n;
    s->words.at[c + 1] = flags;
    memcpy(s->words.at + c + 2, lits, n * sizeof *lits);
    s->words.n += n + 2;
    struct pw_watch w0 = {c, lits[1]}, w1 = {c, lits[0]};
    pw_vec_push(&s->watch.at[lits[0]], w0);
    pw_vec_push(&s->watch.at[lits[1]], w1);
    if (flags & PW_CLAUSE_LEARNED) s->learned++;
    return c;
}

/* Order for watching: true literals first, then open ones, then false ones by falling level. */
static uint64_t watch_rank(const struct pw_sat *s, pw_lit l)
{
    if (s->value.at[l] > 0) return (uint64_t)1 << 33;
    return s->value.at[l] == 0 ? (uint64_t)1 << 32 : s->vars.at[pw_lit_var(l)].level;
}

static void swap_lits(pw_lit *a, pw_lit *b)
{
    pw_lit l = *a;
    *a = *b;
    *b = l;
}

/* Brings the two literals of highest rank to the front. */
static void best_to_front(const struct pw_sat *s, pw_lit *lits, size_t n)
{
    uint64_t r0 = watch_rank(s, lits[0]), r1 = watch_rank(s, lits[1]);
    if (r0 < r1) {
        swap_lits(&lits[0], &lits[1]);
        uint64_t r = r0;
        r0 = r1;
        r1 = r;
    }
    for (size_t i = 2; i < n; i++) {
        uint64_t r = watch_rank(s, lits[i]);
        if (r <= r1) continue;
        swap_lits(&lits[1], &lits[i]);
        r1 = r;
        if (r <= r0) continue;
        swap_lits(&lits[0], &lits[1]);
        r1 = r0;
        r0 = r;
    }
}

/* Drops duplicates and literals false on level 0. True if the clause says nothing (is satisfied on
 * level 0 or holds l and !l). */
static bool trivial_clause(struct pw_sat *s, pw_lits *c)
{
    size_t kept = 0;
    bool trivial = false;
    for (size_t i = 0; i < c->n && !trivial; i++) {
        pw_lit l = c->at[i];
        struct pw_sat_var *v = &s->vars.at[pw_lit_var(l)];
        if (s->value.at[l] != 0 && v->level == 0)
            trivial = s->value.at[l] > 0;
        else if (!v->seen) {
            v->seen = true;
            c->at[kept++] = l;
        } else {
            for (size_t j = 0; j < kept; j++)
                trivial |= c->at[j] == pw_lit_not(l);
        }
    }
    c->n = kept;
    for (size_t i = 0; i < kept; i++)
        s->vars.at[pw_lit_var(c->at[i])].seen = false;
    return trivial;
}

static void add_unit(struct pw_sat *s, pw_lit l)
{
    pw_sat_backtrack(s, 0);
    if (s->value.at[l] < 0)
        s->contradiction = true;
    else if (s->value.at[l] == 0)
        pw_sat_enqueue(s, l, PW_CLAUSE_NONE);
}

/* Clause with watches lits[0], lits[1] set: go back until it is not false, and propagate it if
 * it is unit. A clause that is false with two literals of the highest level is a conflict like any
 * other. */
static void repair_trail(struct pw_sat *s, uint32_t c)
{
    assert(c + 2 < s->words.n);
    assert(c + 3 < s->words.n);
    pw_lit a = s->words.at[c + 2], b = s->words.at[c + 3];
    if (s->value.at[b] >= 0) return;
    uint32_t lb = s->vars.at[pw_lit_var(b)].level;
    if (s->value.at[a] < 0) {
        uint32_t la = s->vars.at[pw_lit_var(a)].level;
        if (la == lb) {
            assert(c < s->words.n);
            pw_sat_resolve_conflict(s, s->words.at + c + 2, s->words.at[c]);
            return;
        }
        pw_sat_backtrack(s, lb);
    } else if (s->value.at[a] > 0) {
        if (s->vars.at[pw_lit_var(a)].level > lb)
            pw_sat_backtrack(s, lb);
        else
            return;
    } else {
        pw_sat_backtrack(s, lb);
    }
    if (s->value.at[a] == 0) pw_sat_enqueue(s, a, c);
}

void pw_sat_add(struct pw_sat *s, const pw_lit *lits, size_t n)
{
    if (s->contradiction) return;
    pw_lits *c = &s->lemma;
    pw_vec_reset(c);
    pw_vec_reserve(c, n + 1);
    for (size_t i = 0; i < n; i++)
        c->at[c->n++] = lits[i];
    if (trivial_clause(s, c)) return;
    if (c->n == 0)
        s->contradiction = true;
    else if (c->n == 1)
        add_unit(s, c->at[0]);
    else {
        best_to_front(s, c->at, c->n);
        repair_trail(s, pw_sat_store(s, c->at, c->n, 0));
    }
}

/* Propagation: returns a false clause or PW_CLAUSE_NONE. */

static bool find_new_watch(struct pw_sat *s, uint32_t *lits, uint32_t n, uint32_t c, pw_lit first)
{
    const signed char *value = s->value.at;
    for (uint32_t k = 2; k < n; k++) {
        pw_lit l = lits[k];
        if (value[l] < 0) continue;
        lits[k] = lits[1];
        lits[1] = l;
        struct pw_watch w = {c, first};
        assert(l < s->watch.n);
        pw_vec_push(&s->watch.at[l], w);
        return true;
    }
    return false;
}

/* `l` became false. The list of l itself does not move: a clause never moves its watch to a false
 * literal. */
static uint32_t visit_watches(struct pw_sat *s, pw_lit l)
{
    const signed char *value = s->value.at;
    struct pw_watch *from = s->watch.at[l].at,
                    *end = pw_vec_from(&s->watch.at[l], s->watch.at[l].n), *to;
    uint32_t conflict = PW_CLAUSE_NONE, *words = s->words.at;
    while (from < end && value[from->blocker] > 0) /* nothing to move yet */
        from++;
    to = from;
    while (from < end) {
        struct pw_watch w = *from++;
        if (value[w.blocker] > 0) {
            *to++ = w;
            continue;
        }
        uint32_t *lits = words + w.clause + 2;
        pw_lit first = lits[0] ^ lits[1] ^ l; /* the other watched literal */
        lits[0] = first;
        lits[1] = l;
        if (value[first] <= 0 && find_new_watch(s, lits, lits[-2], w.clause, first)) continue;
        *to++ = (struct pw_watch){w.clause, first};
        if (value[first] < 0) {
            conflict = w.clause;
            break;
        }
        if (value[first] == 0) pw_sat_enqueue(s, first, w.clause);
    }
    if (to != from) memmove(to, from, (size_t)(end - from) * sizeof *to);
    assert(l < s->watch.n);
    s->watch.at[l].n = (size_t)(to - s->watch.at[l].at) + (size_t)(end - from);
    return conflict;
}

uint32_t pw_sat_propagate(struct pw_sat *s)
{
    while (s->head < s->trail.n) {
        pw_lit l = s->trail.at[s->head++];
        s->stats->propagations++;
        pw_limits_poll();
        uint32_t conflict = visit_watches(s, pw_lit_not(l));
        if (conflict != PW_CLAUSE_NONE) return conflict;
    }
    return PW_CLAUSE_NONE;
}
