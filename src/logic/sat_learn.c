/* Conflict analysis: first unique implication point, minimisation, assumptions that failed. */
#include <assert.h>

#include "logic/sat.h"

/* In longer lemmas (of blocking clauses of enumerations, mostly) the search for redundant literals
 * does not pay. */
enum { LONG_LEMMA = 8 };

/* The literals that forced l, without l itself; l is true. */
static const pw_lit *reason_of(struct pw_sat *s, pw_lit l, size_t *n)
{
    uint32_t c = s->vars.at[pw_lit_var(l)].reason;
    if (c == PW_CLAUSE_NONE) {
        *n = 0;
        return NULL;
    }
    if (c == PW_CLAUSE_THEORY) {
        pw_vec_reset(&s->explained);
        s->theory.explain(s->theory.self, l, &s->explained);
        assert(s->explained.at[0] == l);
        *n = s->explained.n - 1;
        return s->explained.at + 1;
    }
    /* a binary clause may hold its true literal second */
    uint32_t *lits = s->words.at + c + 2;
    if (lits[0] != l) {
        assert(lits[1] == l);
        lits[1] = lits[0];
        lits[0] = l;
    }
    assert(c < s->words.n);
    *n = s->words.at[c] - 1;
    return lits + 1;
}

static inline void mark(struct pw_sat *s, uint32_t var)
{
    assert(var < s->vars.n);
    s->vars.at[var].seen = true;
    pw_vec_push(&s->to_clear, var);
}

static void clear_marks(struct pw_sat *s)
{
    for (size_t i = 0; i < s->to_clear.n; i++)
        s->vars.at[s->to_clear.at[i]].seen = false;
    pw_vec_reset(&s->to_clear);
}

/* Takes false literals into the lemma (lower levels) or the count of open ones (this level). */
static size_t absorb(struct pw_sat *s, const pw_lit *lits, size_t n)
{
    size_t open = 0;
    for (size_t i = 0; i < n; i++) {
        uint32_t var = pw_lit_var(lits[i]);
        assert(var < s->vars.n);
        struct pw_sat_var *v = &s->vars.at[var];
        if (v->seen || v->level == 0) continue;
        mark(s, var);
        pw_sat_bump(s, var);
        if (v->level == s->levels.n)
            open++;
        else
            pw_vec_push(&s->lemma, lits[i]);
    }
    return open;
}

/* Does l follow from literals of the lemma? Depth-first over reasons; marks what it proves, unmarks
 * on failure. */
static bool redundant(struct pw_sat *s, pw_lit l)
{
    size_t top = s->to_clear.n;
    pw_vec_reset(&s->stack);
    pw_vec_push(&s->stack, l);
    while (s->stack.n > 0) {
        pw_lit p = pw_lit_not(pw_vec_pop(&s->stack)); /* true */
        size_t n;
        const pw_lit *why = reason_of(s, p, &n);
        bool open = s->vars.at[pw_lit_var(p)].reason == PW_CLAUSE_NONE;
        for (size_t i = 0; i < n && !open; i++) {
            struct pw_sat_var *v = &s->vars.at[pw_lit_var(why[i])];
            if (v->seen || v->level == 0) continue;
            if (v->reason == PW_CLAUSE_NONE || s->stamp.at[v->level] != s->stamp_now) {
                open = true;
                break;
            }
            mark(s, pw_lit_var(why[i]));
            pw_vec_push(&s->stack, why[i]);
        }
        if (open) {
            while (s->to_clear.n > top)
                s->vars.at[pw_vec_pop(&s->to_clear)].seen = false;
            return false;
        }
    }
    return true;
}

static uint32_t next_stamp(struct pw_sat *s)
{
    while (s->stamp.n <= s->levels.n)
        pw_vec_push(&s->stamp, 0);
    return ++s->stamp_now;
}

/* Drops lemma literals (not the first) that the others imply; only levels of the lemma matter. */
static void minimise(struct pw_sat *s)
{
    uint32_t now = next_stamp(s);
    for (size_t i = 0; i < s->lemma.n; i++)
        s->stamp.at[s->vars.at[pw_lit_var(s->lemma.at[i])].level] = now;
    size_t kept = 1;
    for (size_t i = 1; i < s->lemma.n; i++) {
        pw_lit l = s->lemma.at[i];
        if (s->vars.at[pw_lit_var(l)].reason == PW_CLAUSE_NONE || !redundant(s, l))
            s->lemma.at[kept++] = l;
    }
    s->lemma.n = kept;
}

static uint32_t count_levels(struct pw_sat *s)
{
    uint32_t now = next_stamp(s), glue = 0;
    for (size_t i = 0; i < s->lemma.n; i++) {
        uint32_t *st = &s->stamp.at[s->vars.at[pw_lit_var(s->lemma.at[i])].level];
        glue += *st != now;
        *st = now;
    }
    return glue;
}

/* Resolves back to the last literal of this level through which everything goes. lemma[0] = its
 * negation. */
static void find_uip(struct pw_sat *s, const pw_lit *lits, size_t n)
{
    pw_vec_reset(&s->lemma);
    pw_vec_push(&s->lemma, 0);
    size_t open = absorb(s, lits, n), at = s->trail.n;
    for (;;) {
        do
            at--;
        while (!s->vars.at[pw_lit_var(s->trail.at[at])].seen);
        assert(at < s->trail.n);
        pw_lit l = s->trail.at[at];
        if (open == 1) {
            s->lemma.at[0] = pw_lit_not(l);
            return;
        }
        size_t m;
        const pw_lit *why = reason_of(s, l, &m);
        open += absorb(s, why, m);
        open--;
    }
}

static void learn(struct pw_sat *s)
{
    uint32_t glue = count_levels(s);
    if (s->lemma.n == 1) {
        pw_sat_backtrack(s, 0);
        pw_sat_enqueue(s, s->lemma.at[0], PW_CLAUSE_NONE);
        return;
    }
    size_t second = 1;
    for (size_t i = 2; i < s->lemma.n; i++)
        if (s->vars.at[pw_lit_var(s->lemma.at[i])].level >
            s->vars.at[pw_lit_var(s->lemma.at[second])].level)
            second = i;
    pw_lit l = s->lemma.at[1];
    assert(second < s->lemma.n);
    s->lemma.at[1] = s->lemma.at[second];
    s->lemma.at[second] = l;
    pw_sat_backtrack(s, s->vars.at[pw_lit_var(s->lemma.at[1])].level);
    uint32_t c =
        pw_sat_store(s, s->lemma.at, s->lemma.n, PW_CLAUSE_LEARNED | glue << PW_CLAUSE_GLUE_SHIFT);
    pw_sat_enqueue(s, s->lemma.at[0], c);
    s->stats->learned++;
}

bool pw_sat_resolve_conflict(struct pw_sat *s, const pw_lit *lits, size_t n)
{
    uint32_t level = 0;
    for (size_t i = 0; i < n; i++) {
        assert(s->value.at[lits[i]] < 0);
        uint32_t l = s->vars.at[pw_lit_var(lits[i])].level;
        if (l > level) level = l;
    }
    if (level == 0) {
        s->contradiction = true;
        return false;
    }
    pw_sat_backtrack(s, level);
    find_uip(s, lits, n);
    if (s->lemma.n <= LONG_LEMMA) minimise(s);
    clear_marks(s);
    learn(s);
    s->bump /= 0.95;
    return true;
}

/* `assumption` is false: which assumptions made it so? All levels hold assumptions only. */
void pw_sat_analyse_final(struct pw_sat *s, pw_lit assumption)
{
    pw_vec_reset(&s->failed);
    pw_vec_push(&s->failed, assumption);
    if (s->vars.at[pw_lit_var(assumption)].level == 0) return;
    mark(s, pw_lit_var(assumption));
    for (size_t at = s->trail.n; at-- > s->levels.at[0];) {
        pw_lit l = s->trail.at[at];
        if (!s->vars.at[pw_lit_var(l)].seen) continue;
        if (s->vars.at[pw_lit_var(l)].reason == PW_CLAUSE_NONE) {
            if (l != assumption) pw_vec_push(&s->failed, l);
            continue;
        }
        size_t n;
        const pw_lit *why = reason_of(s, l, &n);
        for (size_t i = 0; i < n; i++)
            if (s->vars.at[pw_lit_var(why[i])].level > 0 && !s->vars.at[pw_lit_var(why[i])].seen)
                mark(s, pw_lit_var(why[i]));
    }
    clear_marks(s);
}
