/* The search loop, restarts, assumptions. */
#include <assert.h>

#include "base/limits.h"
#include "logic/sat.h"

enum { RESTART_UNIT = 100 };

/* Clauses and theory to a fixpoint. False: s->conflict is a false clause. */
static bool propagate_all(struct pw_sat *s)
{
    for (;;) {
        uint32_t c = pw_sat_propagate(s);
        if (c != PW_CLAUSE_NONE) {
            pw_vec_reset(&s->conflict);
            for (uint32_t i = 0; i < s->words.at[c]; i++)
                pw_vec_push(&s->conflict, s->words.at[c + 2 + i]);
            return false;
        }
        if (s->theory_head == s->trail.n) return true;
        size_t from = s->theory_head;
        s->theory_head = s->trail.n;
        pw_vec_reset(&s->conflict);
        if (!s->theory.propagate(s->theory.self, from, &s->conflict)) {
            s->stats->theory_conflicts++;
            return false;
        }
    }
}

/* 1 1 2 1 1 2 4 ... */
static uint64_t luby(uint64_t i)
{
    uint64_t k = 1;
    while ((((uint64_t)1 << k) - 1) < i + 1)
        k++;
    while ((((uint64_t)1 << k) - 1) != i + 1) {
        i -= ((uint64_t)1 << (k - 1)) - 1;
        for (k = 1; (((uint64_t)1 << k) - 1) < i + 1;)
            k++;
    }
    return (uint64_t)1 << (k - 1);
}

static bool prefers_true(struct pw_sat *s, uint32_t var)
{
    if (s->vars.at[var].atom) {
        int phase = s->theory.phase(s->theory.self, var);
        if (phase >= 0) return phase;
    }
    assert(var < s->vars.n);
    return s->vars.at[var].phase;
}

enum step { STEP_ON, STEP_SAT, STEP_UNSAT };

static enum step handle_conflict(struct pw_sat *s)
{
    s->stats->conflicts++;
    if (pw_sat_resolve_conflict(s, s->conflict.at, s->conflict.n)) return STEP_ON;
    pw_vec_reset(&s->failed);
    return STEP_UNSAT;
}

static enum step take_assumption(struct pw_sat *s)
{
    assert(s->levels.n < s->assume.n);
    pw_lit l = s->assume.at[s->levels.n];
    if (s->value.at[l] < 0) {
        pw_sat_analyse_final(s, l);
        return STEP_UNSAT;
    }
    pw_sat_new_level(s);
    if (s->value.at[l] == 0) pw_sat_enqueue(s, l, PW_CLAUSE_NONE);
    return STEP_ON;
}

bool pw_sat_could_decide_less(const struct pw_sat *s)
{
    return !s->sorted && s->spare && s->levels.n > s->assume.n;
}

/* From here on what need not be decided stays open. */
static void decide_less(struct pw_sat *s)
{
    pw_sat_backtrack(s, s->assume.n);
    s->spare(s->spare_arg);
}

static enum step finish(struct pw_sat *s)
{
    bool again = false;
    pw_vec_reset(&s->conflict);
    if (!s->theory.final(s->theory.self, &s->conflict, &again)) {
        s->stats->theory_conflicts++;
        return handle_conflict(s);
    }
    if (again && pw_sat_could_decide_less(s)) decide_less(s);
    return again ? STEP_ON : STEP_SAT;
}

static enum step decide(struct pw_sat *s)
{
    uint32_t var;
    if (s->levels.n < s->assume.n) return take_assumption(s);
    if (!pw_sat_pick(s, &var)) return finish(s);
    s->stats->decisions++;
    bool value = prefers_true(s, var);
    pw_sat_new_level(s);
    pw_sat_enqueue(s, pw_lit_make(var, !value), PW_CLAUSE_NONE);
    return STEP_ON;
}

/* Search until an answer or so many conflicts. */
static enum step search(struct pw_sat *s, uint64_t conflicts)
{
    uint64_t stop = s->stats->conflicts + conflicts;
    for (;;) {
        pw_limits_poll();
        if (s->contradiction) {
            pw_vec_reset(&s->failed);
            return STEP_UNSAT;
        }
        enum step step;
        if (!propagate_all(s))
            step = handle_conflict(s);
        else if (s->stats->conflicts >= stop)
            return STEP_ON;
        else
            step = decide(s);
        if (step != STEP_ON) return step;
    }
}

/* Keeps the levels of the assumptions that the old and the new call share. */
static void set_assumptions(struct pw_sat *s, const pw_lit *assume, size_t n)
{
    size_t same = 0;
    while (same < n && same < s->assume.n && assume[same] == s->assume.at[same])
        same++;
    if (same < s->assume.n || same < n) pw_sat_backtrack(s, same);
    s->assume.n = same;
    for (size_t i = same; i < n; i++)
        pw_vec_push(&s->assume, assume[i]);
}

bool pw_sat_solve(struct pw_sat *s, const pw_lit *assume, size_t n)
{
    set_assumptions(s, assume, n);
    for (uint64_t round = 0;; round++) {
        enum step step = search(s, luby(round) * RESTART_UNIT);
        if (step != STEP_ON) return step == STEP_SAT;
        s->stats->restarts++;
        pw_sat_backtrack(s, s->assume.n);
        if (s->learned > s->learned_limit) {
            pw_sat_reduce(s);
            s->learned_limit += s->learned_limit / 10;
        }
    }
}
