#include "logic/solver.h"

#include <assert.h>
#include <string.h>

#include "base/debug.h"
#include "base/mem.h"
#include "logic/solver_state.h"

static const struct pw_stat stat_rows[] = {
#define STAT(kind, field, help) PW_STAT_ROW(struct pw_solver_stats, kind, field, help)
#include "logic/solver_stats.def"
#undef STAT
};
const struct pw_stat_table pw_solver_stat_table = {stat_rows, sizeof stat_rows / sizeof *stat_rows};

enum { CHECKS_PER_BORDER = 16 };

/* Until the end of the check: unrank in solver_run. */
static void spare(void *solver)
{
    struct pw_solver *s = solver;
    pw_sat_rank(&s->sat);
    pw_solver_shelter(s, s->held.at, s->held.n);
}

struct pw_solver *pw_solver_new(struct pw_terms *t)
{
    struct pw_solver *s = PW_NEW(struct pw_solver);
    struct pw_solver_parts none = {{PW_TERM_TRUE, PW_TERM_TRUE, PW_TERM_TRUE, PW_TERM_TRUE}};
    s->terms = t;
    s->stats = &s->own;
    pw_arith_init(&s->arith, t, &s->sat, s->stats);
    struct pw_sat_theory hooks = pw_arith_hooks(&s->arith);
    pw_sat_init(&s->sat, &hooks, s->stats);
    s->sat.spare = spare;
    s->sat.spare_arg = s;
    pw_vec_push(&s->parts, none);
    pw_lit truth = pw_solver_lit(s, PW_TERM_TRUE);
    assert(truth == 0);
    pw_sat_add(&s->sat, &truth, 1);
    pw_solver_record_start(s);
    return s;
}

void pw_solver_free(struct pw_solver *s)
{
    if (!s) return;
    pw_solver_record_end(s);
    for (size_t i = 0; i < s->values.n; i++)
        pw_int_clear(&s->values.at[i]);
    pw_sat_clear(&s->sat);
    pw_arith_clear(&s->arith);
    pw_vec_clear(&s->map);
    pw_vec_clear(&s->mapped);
    pw_vec_clear(&s->parts);
    pw_vec_clear(&s->scopes);
    pw_vec_clear(&s->roots);
    pw_vec_clear(&s->held);
    pw_vec_clear(&s->stack);
    pw_vec_clear(&s->todo);
    pw_vec_clear(&s->clause);
    pw_vec_clear(&s->assumed);
    pw_vec_clear(&s->assumptions);
    pw_vec_clear(&s->core);
    pw_vec_clear(&s->valued);
    pw_vec_clear(&s->values);
    PW_FREE(s);
}

const struct pw_solver_stats *pw_solver_stats(const struct pw_solver *s)
{
    return s->stats;
}
void pw_solver_count(struct pw_solver *s, struct pw_solver_stats *stats)
{
    s->stats = s->sat.stats = s->arith.stats = stats;
}
size_t pw_solver_depth(const struct pw_solver *s)
{
    return s->scopes.n;
}

/* Scopes. */

static void release_held(struct pw_solver *s)
{
    for (size_t i = 0; i < s->held.n; i++)
        pw_solver_unclaim(s, s->held.at[i]);
    pw_vec_reset(&s->held);
}

void pw_solver_push(struct pw_solver *s)
{
    s->has_model = false;
    pw_solver_record_scope(s, true);
    release_held(s);
    struct pw_solver_scope scope = {.mapped = (uint32_t)s->mapped.n,
                                    .roots = (uint32_t)s->roots.n,
                                    .parts = (uint32_t)s->parts.n};
    scope.arith = pw_arith_mark(&s->arith);
    pw_sat_push(&s->sat);
    scope.guard = pw_lit_make(pw_sat_new_var(&s->sat, false), false);
    pw_vec_push(&s->scopes, scope);
}

void pw_solver_pop(struct pw_solver *s)
{
    assert(s->scopes.n > 0);
    s->has_model = false;
    pw_solver_record_scope(s, false);
    release_held(s);
    struct pw_solver_scope scope = pw_vec_pop(&s->scopes);
    while (s->roots.n > scope.roots)
        pw_solver_unclaim(s, pw_term_node(pw_vec_pop(&s->roots).literal));
    pw_sat_pop(&s->sat);
    pw_arith_release(&s->arith, &scope.arith);
    while (s->mapped.n > scope.mapped) {
        assert(s->mapped.n > 0);
        uint32_t node = pw_vec_pop(&s->mapped);
        assert(s->map.at[node].claims == 0);
        memset(&s->map.at[node], 0, sizeof s->map.at[node]);
    }
    s->parts.n = scope.parts;
}

/* Assertions. */

static void claim_root(struct pw_solver *s, pw_term a)
{
    struct pw_solver_root root = {a, s->clause.n == 0};
    pw_solver_claim(s, pw_term_node(a));
    pw_vec_push(&s->roots, root);
}

/* The disjunction of lits, in the innermost scope. */
static void assert_clause(struct pw_solver *s, pw_lits *lits)
{
    if (s->scopes.n > 0) pw_vec_push(lits, pw_lit_not(pw_vec_last(&s->scopes).guard));
    pw_sat_add(&s->sat, lits->at, lits->n);
}

static void assert_disjunct(struct pw_solver *s, pw_term a)
{
    pw_lit l = pw_solver_lit(s, a);
    claim_root(s, a);
    pw_vec_push(&s->clause, l);
}

static void assert_either(struct pw_solver *s, pw_term a, pw_term b)
{
    pw_vec_reset(&s->clause);
    assert_disjunct(s, a);
    assert_disjunct(s, b);
    assert_clause(s, &s->clause);
}

static pw_term negate_if(bool not, pw_term a)
{
    return not ? pw_term_not(a) : a;
}

/* x xor y, and if-then-else, are two clauses; asserted, they need no variable of their own. */
static bool assert_as_two_clauses(struct pw_solver *s, pw_term a)
{
    const struct pw_terms *t = s->terms;
    bool not = pw_term_negated(a);
    if (pw_term_kind(t, a) == PW_XOR && pw_term_arity(t, a) == 2) {
        pw_term x = pw_term_arg(t, a, 0), y = negate_if(not, pw_term_arg(t, a, 1));
        assert_either(s, x, y);
        assert_either(s, pw_term_not(x), pw_term_not(y));
        return true;
    }
    if (pw_term_kind(t, a) != PW_BITE) return false;
    pw_term condition = pw_term_arg(t, a, 0), yes = negate_if(not, pw_term_arg(t, a, 1)),
            no = negate_if(not, pw_term_arg(t, a, 2));
    assert_either(s, pw_term_not(condition), yes);
    assert_either(s, condition, no);
    return true;
}

/* Not an AND: a clause of its disjuncts if it is an OR, else a unit. */
static void assert_simple(struct pw_solver *s, pw_term a)
{
    if (assert_as_two_clauses(s, a)) return;
    bool or = pw_term_negated(a) && pw_term_kind(s->terms, a) == PW_AND;
    size_t n = or ? pw_term_arity(s->terms, a) : 1;
    pw_vec_reset(&s->clause);
    for (size_t i = 0; i < n; i++)
        assert_disjunct(s, or ? pw_term_not(pw_term_arg(s->terms, a, i)) : a);
    assert_clause(s, &s->clause);
}

void pw_solver_assert_any(struct pw_solver *s, const pw_term *a, size_t n)
{
    s->has_model = false;
    if (s->rec) pw_solver_record_assert(s, pw_term_or(s->terms, a, n));
    pw_vec_reset(&s->clause);
    for (size_t i = 0; i < n; i++)
        assert_disjunct(s, a[i]);
    assert_clause(s, &s->clause);
}

void pw_solver_assert(struct pw_solver *s, pw_term formula)
{
    assert(!pw_term_is_int(s->terms, formula));
    s->has_model = false;
    pw_solver_record_assert(s, formula);
    pw_vec_reset(&s->todo);
    pw_vec_push(&s->todo, formula);
    while (s->todo.n > 0) {
        pw_term a = pw_vec_pop(&s->todo);
        if (pw_term_kind(s->terms, a) == PW_AND && !pw_term_negated(a)) {
            for (size_t i = pw_term_arity(s->terms, a); i-- > 0;)
                pw_vec_push(&s->todo, pw_term_arg(s->terms, a, i));
        } else {
            assert_simple(s, a);
        }
    }
}

/* Checks. */

void pw_solver_set_assumptions(struct pw_solver *s, const pw_term *assume, size_t n)
{
    size_t old = s->held.n;
    pw_vec_reset(&s->assumptions);
    pw_vec_reset(&s->assumed);
    for (size_t i = 0; i < s->scopes.n; i++)
        pw_vec_push(&s->assumptions, s->scopes.at[i].guard);
    for (size_t i = 0; i < n; i++) {
        pw_vec_push(&s->assumptions, pw_solver_lit(s, assume[i]));
        pw_vec_push(&s->assumed, assume[i]);
        pw_solver_claim(s, pw_term_node(assume[i]));
        pw_vec_push(&s->held, pw_term_node(assume[i]));
    }
    /* new claims before old ones are given up: what both need stays claimed */
    for (size_t i = 0; i < old; i++)
        pw_solver_unclaim(s, s->held.at[i]);
    if (n) memmove(s->held.at, s->held.at + old, n * sizeof *s->held.at);
    s->held.n = n;
}

static void collect_core(struct pw_solver *s)
{
    pw_vec_reset(&s->core);
    for (size_t i = 0; i < s->assumed.n; i++) {
        assert(s->scopes.n + i < s->assumptions.n);
        pw_lit l = s->assumptions.at[s->scopes.n + i];
        for (size_t j = 0; j < s->sat.failed.n; j++)
            if (s->sat.failed.at[j] == l) {
                pw_vec_push(&s->core, s->assumed.at[i]);
                break;
            }
    }
}

/* the check of s->assumptions */
static bool solver_run(struct pw_solver *s)
{
    s->stats->checks++;
    s->has_model = pw_sat_solve(&s->sat, s->assumptions.at, s->assumptions.n);
    if (s->sat.sorted) pw_sat_unrank(&s->sat);
    s->epoch++;
    if (!s->has_model) collect_core(s);
    if (s->stats->checks % CHECKS_PER_BORDER == 0) PW_BORDER(pw_solver_sound(s));
    return s->has_model;
}

bool pw_solver_check(struct pw_solver *s, const pw_term *assume, size_t n)
{
    pw_solver_set_assumptions(s, assume, n);
    bool sat = solver_run(s);
    pw_solver_record_check(s, assume, n, sat);
    return sat;
}

const pw_term *pw_solver_core(const struct pw_solver *s, size_t *n)
{
    *n = s->core.n;
    return s->core.at;
}

const pw_term *pw_solver_minimise_core(struct pw_solver *s, size_t *n)
{
    size_t left = s->core.n;
    pw_term *keep = PW_NEWS(pw_term, left), *tried = PW_NEWS(pw_term, left);
    size_t room = left;
    memcpy(keep, s->core.at, left * sizeof *keep);
    for (size_t i = 0; i < left;) {
        size_t m = 0;
        for (size_t j = 0; j < left; j++)
            if (j != i) tried[m++] = keep[j];
        pw_solver_set_assumptions(s, tried, m);
        if (solver_run(s)) {
            i++;
            continue;
        }
        /* members before i are necessary: they are in every core that is a subset */
        left = s->core.n;
        memcpy(keep, s->core.at, left * sizeof *keep);
    }
    s->has_model = false;
    pw_vec_reset(&s->core);
    for (size_t i = 0; i < left; i++)
        pw_vec_push(&s->core, keep[i]);
    PW_FREES(keep, room);
    PW_FREES(tried, room);
    return pw_solver_core(s, n);
}
