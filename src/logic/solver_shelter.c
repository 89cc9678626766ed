/* Shelters: what need not be decided while something else is true.
 *
 * An asserted clause is a disjunction of formulas; a disjunct !(a & b) counts as !a | !b. In a | !b
 * | f with Boolean variables a, b the value of f does not matter while a is true or b is false. A
 * literal is a *shelter* of a search variable x if it is a disjunct, a Boolean variable or the
 * negation of one, and not of x, of every asserted clause in which x occurs. While it is true x may
 * stay open: let all open Boolean variables be false, take the integers of the theory's model and
 * evaluate all else. A clause with a true disjunct of this kind holds. In any other clause nothing
 * has a true shelter, so that all of it is decided, and evaluates to what was decided. Lemmas
 * follow from the clauses.
 *
 * Formulas about threads that only some rows need are of this kind. Single checks begin without,
 * and ask for shelters where branching has not found integers (pw_sat_could_decide_less). */
#include <assert.h>

#include "logic/solver_state.h"

/* The candidates for one variable so far: a stretch of `pool`. */
struct candidates {
    bool met;
    uint32_t first, n;
};

struct shelter_ctx {
    struct pw_solver *s;
    struct candidates *of; /* by search variable */
    pw_lits pool;
    pw_lits plain; /* the disjuncts of a clause that may shelter */
    pw_uints vars;
};

static bool is_plain(const struct shelter_ctx *x, pw_lit l)
{
    for (size_t i = 0; i < x->plain.n; i++)
        if (x->plain.at[i] == l) return true;
    return false;
}

/* The variable occurs in a clause with these plain disjuncts. */
static void meet(struct shelter_ctx *x, uint32_t var)
{
    struct candidates *c = &x->of[var];
    if (!c->met) {
        c->met = true;
        c->first = (uint32_t)x->pool.n;
        for (size_t i = 0; i < x->plain.n; i++)
            if (pw_lit_var(x->plain.at[i]) != var) pw_vec_push(&x->pool, x->plain.at[i]);
        c->n = (uint32_t)x->pool.n - c->first;
        return;
    }
    uint32_t kept = 0;
    for (uint32_t i = 0; i < c->n; i++) {
        assert(c->first + i < x->pool.n);
        pw_lit l = x->pool.at[c->first + i];
        if (is_plain(x, l)) x->pool.at[c->first + kept++] = l;
    }
    c->n = kept;
}

static void meet_cone(struct shelter_ctx *x, uint32_t node)
{
    pw_vec_reset(&x->vars);
    pw_solver_cone(x->s, node, &x->vars);
    for (size_t i = 0; i < x->vars.n; i++)
        meet(x, x->vars.at[i]);
}

static bool over_variables(const struct pw_terms *t, pw_term atom)
{
    for (size_t i = 0, n = pw_term_arity(t, atom); i < n; i++)
        if (pw_term_kind(t, pw_term_arg(t, atom, i)) != PW_IVAR) return false;
    return true;
}

/* Does it hold if it was decided to hold, whatever else is open? */
static bool is_firm(const struct pw_terms *t, pw_term a)
{
    switch (pw_term_kind(t, a)) {
    case PW_BVAR:
        return true;
    case PW_LE:
        return over_variables(t, a);
    case PW_EQ:
        return !pw_term_negated(a) && over_variables(t, a);
    case PW_AND:
        if (pw_term_negated(a)) return false;
        for (size_t i = 0, n = pw_term_arity(t, a); i < n; i++)
            if (!is_firm(t, pw_term_arg(t, a, i))) return false;
        return true;
    default:
        return false;
    }
}

/* The depth is that of terms. */
static void add_plain(struct shelter_ctx *x, pw_term disjunct)
{
    const struct pw_terms *t = x->s->terms;
    if (is_firm(t, disjunct)) {
        pw_vec_push(&x->plain, pw_solver_lit(x->s, disjunct));
    } else if (pw_term_kind(t, disjunct) == PW_AND && pw_term_negated(disjunct)) {
        for (size_t i = 0, n = pw_term_arity(t, disjunct); i < n; i++)
            add_plain(x, pw_term_not(pw_term_arg(t, disjunct, i)));
    }
}

/* The clause of roots first .. end - 1. */
static void meet_clause(struct shelter_ctx *x, size_t first, size_t end)
{
    const struct pw_solver *s = x->s;
    pw_vec_reset(&x->plain);
    for (size_t i = first; i < end; i++)
        add_plain(x, s->roots.at[i].literal);
    for (size_t i = first; i < end; i++)
        meet_cone(x, pw_term_node(s->roots.at[i].literal));
}

void pw_solver_shelter(struct pw_solver *s, const uint32_t *always, size_t n)
{
    size_t n_vars = pw_sat_vars(&s->sat);
    struct shelter_ctx x = {.s = s, .of = PW_NEWS(struct candidates, n_vars)};
    for (size_t i = 0, end; i < s->roots.n; i = end) {
        assert(s->roots.at[i].first);
        for (end = i + 1; end < s->roots.n && !s->roots.at[end].first;)
            end++;
        meet_clause(&x, i, end);
    }
    pw_vec_reset(&x.plain);
    for (size_t i = 0; i < n; i++)
        meet_cone(&x, always[i]);
    for (uint32_t v = 0; v < n_vars; v++)
        if (x.of[v].n) pw_sat_shelter(&s->sat, v, x.pool.at + x.of[v].first, x.of[v].n);
    PW_FREES(x.of, n_vars);
    pw_vec_clear(&x.pool);
    pw_vec_clear(&x.plain);
    pw_vec_clear(&x.vars);
}
