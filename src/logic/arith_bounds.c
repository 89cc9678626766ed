/* Propagation of bounds: what the asserted bounds of a form and of its variables say about each
 * other.
 *
 * For a form f = sum a_i x_i let least and most be the sums of the least and the greatest values of
 * a_i x_i within the asserted bounds of the variables, where all are there. Then
 *     least <= f <= most,   and for each j, with f <= u:  a_j x_j <= u - (least without term j),
 *                                                         with f >= l: a_j x_j >= l - (most without
 *                                                         term j).
 * Divided by a_j and rounded to integers the latter are bounds of x_j. A bound decides atoms: the
 * nearest one is implied, its neighbours follow by the order clauses. What is implied is asserted
 * in its turn, so consequences spread from form to form; no bound is kept that is not an atom.
 *
 * Only forms of two to MOST_TERMS variables take part, and only while there is one that is not a
 * difference: for differences alone the graph is quicker. */
#include <assert.h>

#include "base/order.h"
#include "logic/arith.h"

enum { LOWER, UPPER, MOST_TERMS = 16 };

struct term {
    pw_lit why[2]; /* the asserted bounds of a_i x_i, or PW_ARITH_NO_LIT */
    pw_int value[2];
};

struct visit {
    struct pw_arith *a;
    const struct pw_arith_form *f;
    struct term term[MOST_TERMS];
    pw_int sum[2];       /* least and most, over the terms that have one */
    unsigned missing[2]; /* terms that have none */
    pw_int one, rest, bound;
    pw_lits *conflict;
};

bool pw_arith_form_propagates(const struct pw_arith_form *f)
{
    return f->n >= 2 && f->n <= MOST_TERMS;
}

/* The number in a bound: k of the atom, or k + 1 for the lower bound that its falsehood means. */
static void bound_of(const struct visit *v, pw_lit l, pw_int *value)
{
    pw_int_set(value, &v->a->atoms.at[v->a->atom_of.at[pw_lit_var(l)]].k);
    if (l & 1) pw_int_add(value, value, &v->one);
}

/* Bounds of a_i x_i: those of x_i, exchanged if a_i is negative. */
static void find_bounds(struct visit *v, uint32_t i)
{
    const struct pw_arith *a = v->a;
    assert(v->f->from + i < a->pool.n);
    int32_t single = a->ints.at[a->pool.at[v->f->from + i]].single;
    assert(v->f->from + i < a->coefs.n);
    bool positive = pw_int_sgn(&a->coefs.at[v->f->from + i]) > 0;
    for (int side = 0; side < 2; side++) {
        pw_lit l =
            single < 0 ? PW_ARITH_NO_LIT : a->forms.at[single].tight[positive ? side : !side];
        v->term[i].why[side] = l;
        v->missing[side] += l == PW_ARITH_NO_LIT;
    }
}

/* With two terms missing on a side nothing follows from that side. */
static bool hopeless(const struct visit *v)
{
    return v->missing[LOWER] > 1 && v->missing[UPPER] > 1;
}

static void compute_term(struct visit *v, uint32_t i)
{
    for (int side = 0; side < 2; side++) {
        struct term *t = &v->term[i];
        pw_int_init(&t->value[side]);
        if (t->why[side] == PW_ARITH_NO_LIT) continue;
        bound_of(v, t->why[side], &t->value[side]);
        assert(v->f->from + i < v->a->coefs.n);
        pw_int_mul(&t->value[side], &t->value[side], &v->a->coefs.at[v->f->from + i]);
        pw_int_add(&v->sum[side], &v->sum[side], &t->value[side]);
    }
}

/* The literal that `form <= bound` (side UPPER) or `form >= bound` implies, or PW_ARITH_NO_LIT. */
static pw_lit implied_literal(const struct pw_arith *a, const struct pw_arith_form *g, int side,
                              const pw_int *bound)
{
    size_t low = PW_FIRST(i, 0, g->atoms.n, pw_int_cmp(&a->atoms.at[g->atoms.at[i]].k, bound) >= 0);
    if (side == UPPER)
        return low < g->atoms.n ? pw_lit_make(a->atoms.at[g->atoms.at[low]].var, false)
                                : PW_ARITH_NO_LIT;
    return low > 0 ? pw_lit_make(a->atoms.at[g->atoms.at[low - 1]].var, true) : PW_ARITH_NO_LIT;
}

/* The bounds used: of the terms on one side, without term j (f->n: none is left out), and `bound`
 * of the form itself unless that is none. */
static void push_reasons(const struct visit *v, pw_lits *out, int side, uint32_t j, pw_lit bound)
{
    for (uint32_t i = 0; i < v->f->n; i++)
        if (i != j) pw_vec_push(out, pw_lit_not(v->term[i].why[side]));
    if (bound != PW_ARITH_NO_LIT) pw_vec_push(out, pw_lit_not(bound));
}

/* Tells the search that l holds because of those bounds. False: l is false, a conflict. */
static bool imply(struct visit *v, pw_lit l, int side, uint32_t j, pw_lit bound)
{
    struct pw_arith *a = v->a;
    int value = l == PW_ARITH_NO_LIT ? 1 : pw_sat_value(a->sat, l);
    if (value > 0) return true;
    if (value < 0) {
        pw_vec_push(v->conflict, l);
        push_reasons(v, v->conflict, side, j, bound);
        return false;
    }
    struct pw_arith_implied record = {(uint32_t)a->sat->trail.n, (uint32_t)a->reasons.n};
    pw_vec_push(&a->implied, record);
    push_reasons(v, &a->reasons, side, j, bound);
    pw_sat_imply(a->sat, l);
    return true;
}

/* From the variables to the form. */
static bool propagate_up(struct visit *v)
{
    for (int side = 0; side < 2; side++) {
        if (v->missing[side]) continue;
        if (!imply(v, implied_literal(v->a, v->f, side, &v->sum[side]), side, v->f->n,
                   PW_ARITH_NO_LIT))
            return false;
    }
    return true;
}

/* From a bound of the form (side: of which kind) and the other variables to x_j. */
static bool propagate_to(struct visit *v, int side, uint32_t j)
{
    const struct pw_arith *a = v->a;
    assert(v->f->from + j < a->pool.n);
    const struct pw_arith_int *x = &a->ints.at[a->pool.at[v->f->from + j]];
    assert(v->f->from + j < a->coefs.n);
    const pw_int *coef = &a->coefs.at[v->f->from + j];
    int others = !side; /* f <= u leaves to x_j what the others take at least */
    bool absent = v->term[j].why[others] == PW_ARITH_NO_LIT;
    if (x->single < 0 || v->missing[others] > absent) return true;
    bound_of(v, v->f->tight[side], &v->bound);
    pw_int_sub(&v->bound, &v->bound, &v->sum[others]);
    if (!absent) pw_int_add(&v->bound, &v->bound, &v->term[j].value[others]);
    int own = pw_int_sgn(coef) > 0 ? side : !side;
    if (own == UPPER)
        pw_int_fdiv_q(&v->rest, &v->bound, coef);
    else
        pw_int_cdiv_q(&v->rest, &v->bound, coef);
    return imply(v, implied_literal(a, &a->forms.at[x->single], own, &v->rest), others, j,
                 v->f->tight[side]);
}

static bool propagate_down(struct visit *v)
{
    for (int side = 0; side < 2; side++) {
        if (v->f->tight[side] == PW_ARITH_NO_LIT || v->missing[!side] > 1) continue;
        for (uint32_t j = 0; j < v->f->n; j++)
            if (!propagate_to(v, side, j)) return false;
    }
    return true;
}

static bool visit_form(struct pw_arith *a, uint32_t form, pw_lits *conflict)
{
    struct visit v;
    v.a = a;
    assert(form < a->forms.n);
    v.f = &a->forms.at[form];
    v.conflict = conflict;
    v.missing[0] = v.missing[1] = 0;
    for (uint32_t i = 0; i < v.f->n; i++)
        find_bounds(&v, i);
    if (hopeless(&v)) return true;
    pw_int_init_si(&v.one, 1);
    pw_int *numbers[] = {&v.sum[0], &v.sum[1], &v.rest, &v.bound};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        pw_int_init(numbers[i]);
    for (uint32_t i = 0; i < v.f->n; i++)
        compute_term(&v, i);
    bool ok = propagate_up(&v) && propagate_down(&v);
    for (uint32_t i = 0; i < v.f->n; i++) {
        pw_int_clear(&v.term[i].value[0]);
        pw_int_clear(&v.term[i].value[1]);
    }
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        pw_int_clear(numbers[i]);
    pw_int_clear(&v.one);
    return ok;
}

static bool visit_once(struct pw_arith *a, uint32_t form, pw_lits *conflict)
{
    if (a->forms.at[form].visited == a->round) return true;
    assert(form < a->forms.n);
    a->forms.at[form].visited = a->round;
    return visit_form(a, form, conflict);
}

bool pw_arith_propagate_bounds(struct pw_arith *a, size_t first, pw_lits *conflict)
{
    if (!a->general_forms) return true;
    a->round++;
    for (size_t i = first; i < a->asserted.n; i++) {
        pw_lit l = a->asserted.at[i].lit;
        uint32_t form = a->atoms.at[a->atom_of.at[pw_lit_var(l)]].form;
        assert(form < a->forms.n);
        const struct pw_arith_form *f = &a->forms.at[form];
        if (f->tight[l & 1 ? LOWER : UPPER] != l) continue;
        if (pw_arith_form_propagates(f) && !visit_once(a, form, conflict)) return false;
        if (f->n > 1) continue;
        assert(f->from < a->pool.n);
        const struct pw_arith_int *x = &a->ints.at[a->pool.at[f->from]];
        for (size_t k = 0; k < x->uses.n; k++)
            if (!visit_once(a, x->uses.at[k], conflict)) return false;
    }
    return true;
}

void pw_arith_explain(const struct pw_arith *a, pw_lit l, pw_lits *clause)
{
    uint32_t index = a->sat->vars.at[pw_lit_var(l)].index;
    size_t low = PW_FIRST(i, 0, a->implied.n, a->implied.at[i].index >= index);
    assert(low < a->implied.n && a->implied.at[low].index == index);
    size_t end = low + 1 < a->implied.n ? a->implied.at[low + 1].reasons : a->reasons.n;
    pw_vec_push(clause, l);
    for (size_t i = a->implied.at[low].reasons; i < end; i++)
        pw_vec_push(clause, a->reasons.at[i]);
}

void pw_arith_forget_implied(struct pw_arith *a, size_t trail_size)
{
    while (a->implied.n > 0 && pw_vec_last(&a->implied).index >= trail_size)
        a->reasons.n = pw_vec_pop(&a->implied).reasons;
}
