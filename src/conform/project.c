#include "conform/project.h"

#include <assert.h>

#include "base/limits.h"
#include "base/mem.h"

enum { PROJECT_CASES = 64 };

bool pw_project_reads(const struct pw_terms *t, pw_term f, const pw_term *vars, size_t n)
{
    pw_term_list open = {0};
    size_t nodes = pw_term_node(f) + 1;
    bool *seen = PW_NEWS(bool, nodes), found = false;
    pw_vec_push(&open, f);
    while (open.n && !found) {
        pw_term a = pw_vec_pop(&open);
        assert(pw_term_node(a) < nodes); /* arguments are older than what they are in */
        if (seen[pw_term_node(a)]) continue;
        seen[pw_term_node(a)] = true;
        for (size_t i = 0; i < n; i++)
            found = found || pw_term_node(vars[i]) == pw_term_node(a);
        for (size_t i = 0; i < pw_term_arity(t, a); i++)
            pw_vec_push(&open, pw_term_arg(t, a, i));
    }
    pw_vec_clear(&open);
    PW_FREES(seen, nodes);
    return found;
}

static bool is_hidden(const struct pw_projection *x, pw_term v)
{
    for (size_t i = 0; i < x->hidden.n; i++)
        if (pw_term_same(x->hidden.at[i], v)) return true;
    return false;
}

static bool reads_hidden(const struct pw_projection *x, pw_term f)
{
    return pw_project_reads(x->terms, f, x->hidden.at, x->hidden.n);
}

static void replace(struct pw_projection *x, pw_term v, pw_term by)
{
    assert(is_hidden(x, v) && !pw_project_reads(x->terms, by, &v, 1));
    x->formula = pw_term_subst(x->terms, x->formula, &v, &by, 1);
    for (size_t i = 0; i < x->n; i++)
        x->to[i] = pw_term_subst(x->terms, x->to[i], &v, &by, 1);
}

/* The hidden variable that an equation e = 0, e a sum, gives a value to: *by. The arguments and
 * factors are those of f, which is LIN or EQ. */
static bool solve(struct pw_projection *x, pw_term f, pw_term e, pw_term *v, pw_term *by)
{
    size_t n = pw_term_arity(x->terms, f);
    for (size_t i = 0; i < n; i++) {
        pw_term a = pw_term_arg(x->terms, f, i);
        bool plus = !pw_int_cmp_si(pw_term_coef(x->terms, f, i), 1);
        bool minus = !pw_int_cmp_si(pw_term_coef(x->terms, f, i), -1);
        if (!is_hidden(x, a) || (!plus && !minus)) continue;
        pw_term rest = pw_term_sub(x->terms, e, plus ? a : pw_term_neg(x->terms, a));
        if (pw_project_reads(x->terms, rest, &a, 1)) continue;
        *v = a;
        *by = plus ? pw_term_neg(x->terms, rest) : rest;
        return true;
    }
    return false;
}

/* (1): new value i stands for a hidden variable. */
static bool pick(struct pw_projection *x, size_t i)
{
    pw_term to = x->to[i], v, by;
    if (is_hidden(x, to)) {
        v = to, by = x->h[i];
    } else {
        if (!pw_term_is_int(x->terms, to) || pw_term_kind(x->terms, to) != PW_LIN) return false;
        if (!solve(x, to, pw_term_sub(x->terms, to, x->h[i]), &v, &by)) return false;
    }
    replace(x, v, by);
    x->to[i] = x->h[i];
    return true;
}

/* The sum of an equation, minus its constant. */
static pw_term sum_of(struct pw_terms *t, pw_term f)
{
    pw_term e = pw_term_neg(t, pw_term_int(t, pw_term_const(t, f)));
    for (size_t i = 0; i < pw_term_arity(t, f); i++) {
        pw_term a = pw_term_arg(t, f, i);
        e = pw_term_add(t, e, pw_term_mul(t, pw_term_coef(t, f, i), a));
    }
    return e;
}

/* (2): one conjunct. */
static bool use_conjunct(struct pw_projection *x, pw_term f)
{
    pw_term v, by, plain = {f.id & ~1u};
    if (is_hidden(x, plain)) {
        replace(x, plain, pw_term_bool(!pw_term_negated(f)));
        return true;
    }
    if (pw_term_negated(f) || pw_term_kind(x->terms, f) != PW_EQ) return false;
    if (!solve(x, f, sum_of(x->terms, f), &v, &by)) return false;
    replace(x, v, by);
    return true;
}

static bool use_conjuncts(struct pw_projection *x)
{
    pw_term f = x->formula;
    if (pw_term_negated(f) || pw_term_kind(x->terms, f) != PW_AND) return use_conjunct(x, f);
    for (size_t i = 0; i < pw_term_arity(x->terms, f); i++)
        if (use_conjunct(x, pw_term_arg(x->terms, f, i))) return true;
    return false;
}

/* ---- (3) ---- */

/* The formula where atoms with hidden variables have the values of the solver's model. */
struct cas_ctx {
    struct pw_projection *x;
    struct pw_solver *solver;
    pw_term *done; /* per node; with `known` */
    bool *known;
};

static pw_term in_case(struct cas_ctx *c, pw_term f);

static pw_term atom_in_case(struct cas_ctx *c, pw_term f)
{
    return reads_hidden(c->x, f) ? pw_term_bool(pw_solver_bool_value(c->solver, f)) : f;
}

static pw_term node_in_case(struct cas_ctx *c, pw_term f)
{
    struct pw_terms *t = c->x->terms;
    enum pw_term_kind kind = pw_term_kind(t, f);
    if (kind != PW_AND && kind != PW_XOR && kind != PW_BITE) return atom_in_case(c, f);
    size_t n = pw_term_arity(t, f);
    pw_term *args = PW_NEWS(pw_term, n), out;
    for (size_t i = 0; i < n; i++)
        args[i] = in_case(c, pw_term_arg(t, f, i));
    if (kind == PW_AND)
        out = pw_term_and(t, args, n);
    else if (kind == PW_XOR)
        out = pw_term_xor(t, args[0], args[1]);
    else
        out = pw_term_ite(t, args[0], args[1], args[2]);
    PW_FREES(args, n);
    return out;
}

static pw_term in_case(struct cas_ctx *c, pw_term f)
{
    uint32_t node = pw_term_node(f);
    if (!c->known[node]) {
        c->done[node] = node_in_case(c, (pw_term){f.id & ~1u});
        c->known[node] = true;
    }
    return pw_term_negated(f) ? pw_term_not(c->done[node]) : c->done[node];
}

static pw_term one_case(struct pw_projection *x, struct pw_solver *s)
{
    size_t n = pw_term_node(x->formula) + 1;
    struct cas_ctx c = {x, s, PW_NEWS(pw_term, n), PW_NEWS(bool, n)};
    pw_term f = in_case(&c, x->formula);
    PW_FREES(c.done, n);
    PW_FREES(c.known, n);
    return f;
}

/* Is there an atom with both hidden and other variables? */
static bool has_mixed(const struct pw_projection *x)
{
    const struct pw_terms *t = x->terms;
    pw_term_list open = {0};
    size_t nodes = pw_term_node(x->formula) + 1;
    bool *seen = PW_NEWS(bool, nodes), mixed = false;
    pw_vec_push(&open, x->formula);
    while (open.n) {
        pw_term a = pw_vec_pop(&open);
        enum pw_term_kind kind = pw_term_kind(t, a);
        if (seen[pw_term_node(a)]) continue;
        seen[pw_term_node(a)] = true;
        bool atom = kind == PW_LE || kind == PW_EQ, all = true;
        for (size_t i = 0; i < pw_term_arity(t, a); i++) {
            all = all && is_hidden(x, pw_term_arg(t, a, i));
            pw_vec_push(&open, pw_term_arg(t, a, i));
        }
        mixed = mixed || (atom && !all && reads_hidden(x, a));
    }
    pw_vec_clear(&open);
    PW_FREES(seen, nodes);
    return mixed;
}

static void enumerate(struct pw_projection *x)
{
    struct pw_solver *s = pw_solver_new(x->terms);
    pw_term all = PW_TERM_FALSE;
    int cases = 0;
    pw_solver_assert(s, x->formula);
    while (pw_solver_check(s, NULL, 0)) {
        pw_limits_poll();
        pw_term f = ++cases > PROJECT_CASES ? PW_TERM_TRUE : one_case(x, s);
        if (cases > PROJECT_CASES) x->exact = false;
        all = pw_term_or2(x->terms, all, f);
        pw_solver_assert(s, pw_term_not(f)); /* the next case adds something */
    }
    x->formula = all;
    pw_solver_free(s);
}

void pw_project_hidden(struct pw_projection *x)
{
    for (bool more = true; more;) {
        more = false;
        for (size_t i = 0; i < x->n && !more; i++)
            more = !pw_term_same(x->to[i], x->h[i]) && reads_hidden(x, x->to[i]) && pick(x, i);
        more = more || use_conjuncts(x);
    }
    x->exact = !has_mixed(x);
    for (size_t i = 0; i < x->n; i++)
        if (reads_hidden(x, x->to[i])) {
            x->to[i] = x->h[i]; /* any value */
            x->exact = false;
        }
    if (reads_hidden(x, x->formula)) enumerate(x);
    assert(!reads_hidden(x, x->formula));
}

/* ---- simplification ---- */

static pw_term simplify_conjunction(struct pw_terms *t, struct pw_solver *s, pw_term f)
{
    size_t n = pw_term_arity(t, f);
    pw_term *args = PW_NEWS(pw_term, n);
    for (size_t i = 0; i < n; i++)
        args[i] = pw_term_arg(t, f, i);
    for (size_t i = 0; i < n; i++) { /* those before are as they stay */
        pw_solver_push(s);
        for (size_t k = 0; k < n; k++)
            if (k != i) pw_solver_assert(s, args[k]);
        args[i] = pw_project_simplify(t, s, args[i]);
        pw_solver_pop(s);
    }
    f = pw_term_and(t, args, n);
    PW_FREES(args, n);
    return f;
}

pw_term pw_project_simplify(struct pw_terms *t, struct pw_solver *s, pw_term f)
{
    pw_term not = pw_term_not(f), plain = {f.id & ~1u};
    if (!pw_solver_check(s, &not, 1)) return PW_TERM_TRUE;
    if (!pw_solver_check(s, &f, 1)) return PW_TERM_FALSE;
    if (pw_term_kind(t, f) != PW_AND) return f;
    plain = simplify_conjunction(t, s, plain);
    return pw_term_negated(f) ? pw_term_not(plain) : plain;
}
