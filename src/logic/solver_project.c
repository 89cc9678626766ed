/* All solutions, projected. Each round finds a model, takes the values of the bits, frees bits
 * while all assignments of the free ones remain solutions, reports the cube and blocks it. Blocking
 * clauses live in a scope of their own; the trail is kept between rounds. */
#include <assert.h>
#include <string.h>

#include "base/limits.h"
#include "logic/solver_state.h"

/* a cube is verified assignment by assignment: at most 2^MOST_FREE of them */
enum { MOST_FREE = 12 };

struct projection {
    struct pw_solver *s;
    pw_lits bits;
    pw_lits base; /* guards and assumptions */
    signed char *cube;
    /* of expansions: their success rate decides whether more are worth while */
    uint64_t tries, freed;
};

static void assume_minterm(struct projection *p, const signed char *values)
{
    struct pw_solver *s = p->s;
    pw_vec_reset(&s->assumptions);
    for (size_t i = 0; i < p->base.n; i++)
        pw_vec_push(&s->assumptions, p->base.at[i]);
    for (size_t i = 0; i < p->bits.n; i++)
        pw_vec_push(&s->assumptions, p->bits.at[i] ^ (values[i] == 0));
}

static bool is_solution(struct projection *p, const signed char *values)
{
    assume_minterm(p, values);
    p->s->stats->minterms++;
    return pw_sat_solve(&p->s->sat, p->s->assumptions.at, p->s->assumptions.n);
}

/* Are all assignments of the cube with bit i at the other value solutions? */
static bool flip_holds(struct projection *p, const size_t *open, size_t n_open, size_t i)
{
    signed char *values = PW_NEWS(signed char, p->bits.n);
    memcpy(values, p->cube, p->bits.n);
    values[i] = !p->cube[i];
    bool all = true;
    for (uint32_t k = 0; k < (uint32_t)1 << n_open && all; k++) {
        for (size_t j = 0; j < n_open; j++)
            values[open[j]] = k >> j & 1;
        all = is_solution(p, values);
    }
    PW_FREES(values, p->bits.n);
    return all;
}

/* Bits that no claimed formula but the projection itself needs could be freed at once; all others
 * by trial, last first so that the levels of the bits before it are kept. */
static void expand(struct projection *p)
{
    size_t open[MOST_FREE], n_open = 0;
    for (size_t i = p->bits.n; i-- > 0 && n_open < MOST_FREE;) {
        if (p->tries > 64 && p->freed * 8 < p->tries && p->tries % 64 != 0) {
            p->tries++;
            break;
        }
        p->tries++;
        if (!flip_holds(p, open, n_open, i)) continue;
        p->freed++;
        p->cube[i] = PW_CUBE_FREE;
        open[n_open++] = i;
    }
}

static void block(struct projection *p)
{
    pw_lits clause = {0};
    for (size_t i = 0; i < p->bits.n; i++)
        if (p->cube[i] != PW_CUBE_FREE) pw_vec_push(&clause, p->bits.at[i] ^ (p->cube[i] == 1));
    assert(p->s->scopes.n > 0);
    pw_vec_push(&clause, pw_lit_not(pw_vec_last(&p->s->scopes).guard));
    pw_sat_add(&p->s->sat, clause.at, clause.n);
    pw_vec_clear(&clause);
}

/* Recording: the question that finds the next cube (or that there is none), and its blocking
 * clause. */
static void record_cube(struct projection *p, const pw_term *bits, bool found)
{
    struct pw_solver *s = p->s;
    if (!s->rec) return;
    pw_solver_record_check(s, NULL, 0, found);
    if (!found) return;
    pw_term *differ = PW_NEWS(pw_term, p->bits.n);
    size_t n = 0;
    for (size_t i = 0; i < p->bits.n; i++)
        if (p->cube[i] != PW_CUBE_FREE) differ[n++] = p->cube[i] ? pw_term_not(bits[i]) : bits[i];
    pw_solver_record_assert(s, pw_term_or(s->terms, differ, n));
    PW_FREES(differ, p->bits.n);
}

static bool enumerate(struct projection *p, const pw_term *bits, pw_solver_cube_fn *report,
                      void *arg)
{
    struct pw_solver *s = p->s;
    while (pw_sat_solve(&s->sat, p->base.at, p->base.n)) {
        pw_limits_poll();
        for (size_t i = 0; i < p->bits.n; i++)
            p->cube[i] = pw_sat_value(&s->sat, p->bits.at[i]) > 0;
        s->stats->minterms++;
        s->stats->cubes++;
        expand(p);
        block(p);
        record_cube(p, bits, true);
        if (!report(arg, p->cube)) return false;
    }
    record_cube(p, bits, false);
    return true;
}

bool pw_solver_project(struct pw_solver *s, const pw_term *assume, size_t n_assume,
                       const pw_term *bits, size_t n, pw_solver_cube_fn *report, void *arg)
{
    struct projection p = {.s = s, .cube = PW_NEWS(signed char, n + 1)};
    pw_solver_push(s);
    pw_solver_set_assumptions(s, assume, n_assume);
    for (size_t i = 0; i < s->assumptions.n; i++)
        pw_vec_push(&p.base, s->assumptions.at[i]);
    for (size_t i = 0; i < n; i++) {
        pw_vec_push(&p.bits, pw_solver_lit(s, bits[i]));
        pw_solver_claim(s, pw_term_node(bits[i]));
        pw_vec_push(&s->held, pw_term_node(bits[i]));
    }
    s->stats->checks++;
    for (size_t i = 0; i < n_assume; i++)
        pw_solver_record_assert(s, assume[i]);
    pw_sat_rank(&s->sat);
    pw_solver_shelter(s, s->held.at, s->held.n);
    bool complete = enumerate(&p, bits, report, arg);
    pw_sat_unrank(&s->sat);
    pw_solver_pop(s);
    pw_vec_clear(&p.bits);
    pw_vec_clear(&p.base);
    PW_FREES(p.cube, n + 1);
    return complete;
}
