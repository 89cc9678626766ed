#include "logic/arith.h"

#include <assert.h>
#include <string.h>

#include "base/limits.h"
#include "base/order.h"
#include "logic/lia.h"

/* Nodes that branching on the simplex itself may visit before the complete method takes over;
 * fewer if there are large coefficients, with which it seldom ends and every node is dear. */
enum { BRANCH_LIMIT = 60, BRANCH_LIMIT_LARGE = 8 };

void pw_arith_init(struct pw_arith *a, const struct pw_terms *terms, struct pw_sat *sat,
                   struct pw_solver_stats *stats)
{
    memset(a, 0, sizeof *a);
    a->terms = terms;
    a->sat = sat;
    a->stats = stats;
    pw_diff_init(&a->diff);
    pw_simplex_init(&a->simplex);
}

static void drop_atoms(struct pw_arith *a, size_t vars);

void pw_arith_clear(struct pw_arith *a)
{
    drop_atoms(a, 0);
    for (size_t i = 0; i < a->forms.n; i++)
        pw_vec_clear(&a->forms.at[i].atoms);
    for (size_t i = 0; i < a->ints.n; i++)
        pw_vec_clear(&a->ints.at[i].uses);
    for (size_t i = 0; i < a->coefs.n; i++)
        pw_int_clear(&a->coefs.at[i]);
    for (size_t i = 0; i < a->solution.n; i++)
        pw_int_clear(&a->solution.at[i]);
    pw_vec_clear(&a->ints);
    pw_vec_clear(&a->int_of);
    pw_vec_clear(&a->forms);
    pw_vec_clear(&a->pool);
    pw_vec_clear(&a->coefs);
    pw_vec_clear(&a->atoms);
    pw_vec_clear(&a->atom_of);
    pw_vec_clear(&a->asserted);
    pw_vec_clear(&a->implied);
    pw_vec_clear(&a->reasons);
    pw_vec_clear(&a->solution);
    pw_vec_clear(&a->tags);
    pw_table_clear(&a->index);
    pw_diff_clear(&a->diff);
    pw_simplex_clear(&a->simplex);
}

/* Integers and forms. */

static uint32_t int_of(struct pw_arith *a, uint32_t node)
{
    while (a->int_of.n <= node)
        pw_vec_push(&a->int_of, -1);
    if (a->int_of.at[node] >= 0) return (uint32_t)a->int_of.at[node];
    struct pw_arith_int fresh = {.node = node, .column = -1, .single = -1};
    assert(node < a->int_of.n);
    a->int_of.at[node] = (int32_t)a->ints.n;
    pw_vec_push(&a->ints, fresh);
    pw_diff_new_node(&a->diff); /* int i is node i + 1 */
    return (uint32_t)a->ints.n - 1;
}

static uint64_t hash_form(const struct pw_arith *a, pw_term le)
{
    uint64_t h = 7;
    for (size_t i = 0; i < pw_term_arity(a->terms, le); i++) {
        h = pw_hash_mix(h, pw_term_arg(a->terms, le, i).id);
        h = pw_hash_mix(h, pw_int_hash(pw_term_coef(a->terms, le, i)));
    }
    return h;
}

static bool same_form(const void *objects, uint32_t id, const void *key)
{
    const struct pw_arith *a = objects;
    const pw_term le = *(const pw_term *)key;
    assert(id < a->forms.n);
    const struct pw_arith_form *f = &a->forms.at[id];
    if (f->n != pw_term_arity(a->terms, le)) return false;
    for (uint32_t i = 0; i < f->n; i++) {
        if (a->ints.at[a->pool.at[f->from + i]].node != pw_term_node(pw_term_arg(a->terms, le, i)))
            return false;
        if (!pw_int_eq(&a->coefs.at[f->from + i], pw_term_coef(a->terms, le, i))) return false;
    }
    return true;
}

static bool difference_form(const struct pw_arith *a, const struct pw_arith_form *f)
{
    assert(f->from < a->coefs.n);
    const pw_int *c = &a->coefs.at[f->from];
    if (a->ints.n >= PW_DIFF_NODES - 1 || !pw_int_is_one(&c[0])) return false;
    return f->n == 1 || (f->n == 2 && pw_int_cmp_si(&c[1], -1) == 0);
}

/* Where a new form is looked for; forget_form undoes it for the newest. */
static void note_form(struct pw_arith *a, uint32_t form)
{
    assert(form < a->forms.n);
    const struct pw_arith_form *f = &a->forms.at[form];
    a->general_forms += !f->diff;
    if (f->n == 1) a->ints.at[a->pool.at[f->from]].single = (int32_t)form;
    for (uint32_t i = 0; i < f->n && pw_arith_form_propagates(f); i++)
        pw_vec_push(&a->ints.at[a->pool.at[f->from + i]].uses, form);
}

static void forget_form(struct pw_arith *a, const struct pw_arith_form *f)
{
    a->general_forms -= !f->diff;
    if (f->n == 1) a->ints.at[a->pool.at[f->from]].single = -1;
    for (uint32_t i = 0; i < f->n && pw_arith_form_propagates(f); i++)
        a->ints.at[a->pool.at[f->from + i]].uses.n--;
}

static uint32_t form_of(struct pw_arith *a, pw_term le)
{
    uint64_t hash = hash_form(a, le);
    int64_t old = pw_table_find(&a->index, hash, same_form, a, &le);
    if (old != PW_TABLE_NONE) return (uint32_t)old;
    struct pw_arith_form f = {.from = (uint32_t)a->pool.n,
                              .n = (uint32_t)pw_term_arity(a->terms, le),
                              .slack = -1,
                              .hash = hash,
                              .tight = {PW_ARITH_NO_LIT, PW_ARITH_NO_LIT}};
    for (uint32_t i = 0; i < f.n; i++) {
        pw_int c;
        pw_int_init_set(&c, pw_term_coef(a->terms, le, i));
        pw_vec_push(&a->coefs, c);
        pw_vec_push(&a->pool, int_of(a, pw_term_node(pw_term_arg(a->terms, le, i))));
    }
    f.diff = difference_form(a, &f);
    pw_vec_push(&a->forms, f);
    pw_table_add(&a->index, hash, (uint32_t)a->forms.n - 1);
    note_form(a, (uint32_t)a->forms.n - 1);
    return (uint32_t)a->forms.n - 1;
}

/* Atoms. */

/* The index of k among the atoms of the form; *found if it is there. */
static size_t index_of(const struct pw_arith *a, const struct pw_arith_form *f, const pw_int *k,
                       bool *found)
{
    size_t n = f->atoms.n;
    size_t at = PW_FIRST(i, 0, n, pw_int_cmp(&a->atoms.at[f->atoms.at[i]].k, k) >= 0);
    *found = at < n && !pw_int_cmp(&a->atoms.at[f->atoms.at[at]].k, k);
    return at;
}

/* form <= small implies form <= large */
static void add_order(struct pw_arith *a, uint32_t small, uint32_t large)
{
    pw_lit clause[2] = {pw_lit_make(a->atoms.at[small].var, true),
                        pw_lit_make(a->atoms.at[large].var, false)};
    pw_sat_add(a->sat, clause, 2);
}

static uint32_t new_atom(struct pw_arith *a, uint32_t form, const pw_int *k, size_t index)
{
    assert(form < a->forms.n);
    struct pw_arith_form *f = &a->forms.at[form];
    struct pw_arith_atom atom = {.form = form, .var = pw_sat_new_var(a->sat, true)};
    pw_int_init_set(&atom.k, k);
    atom.diff = f->diff && pw_int_cmp_si(k, PW_DIFF_MAX) < 0 && pw_int_cmp_si(k, -PW_DIFF_MAX) > 0;
    if (atom.diff) atom.c = pw_int_get_si(k);
    uint32_t number = (uint32_t)a->atoms.n;
    pw_vec_push(&a->atoms, atom);
    while (a->atom_of.n < atom.var)
        pw_vec_push(&a->atom_of, -1);
    pw_vec_push(&a->atom_of, (int32_t)number);
    pw_vec_push(&f->atoms, number);
    memmove(f->atoms.at + index + 1, f->atoms.at + index,
            (f->atoms.n - 1 - index) * sizeof *f->atoms.at);
    assert(index < f->atoms.n);
    f->atoms.at[index] = number;
    if (index > 0) add_order(a, f->atoms.at[index - 1], number);
    if (index + 1 < f->atoms.n) add_order(a, number, f->atoms.at[index + 1]);
    return number;
}

uint32_t pw_arith_atom(struct pw_arith *a, pw_term le)
{
    bool found;
    uint32_t form = form_of(a, le);
    assert(form < a->forms.n);
    size_t index = index_of(a, &a->forms.at[form], pw_term_const(a->terms, le), &found);
    if (found) return a->atoms.at[a->forms.at[form].atoms.at[index]].var;
    uint32_t number = new_atom(a, form, pw_term_const(a->terms, le), index);
    assert(number < a->atoms.n);
    return a->atoms.at[number].var;
}

/* Scopes. */

struct pw_arith_mark pw_arith_mark(const struct pw_arith *a)
{
    return (struct pw_arith_mark){(uint32_t)pw_sat_vars(a->sat), (uint32_t)a->ints.n,
                                  (uint32_t)a->forms.n};
}

static void drop_atoms(struct pw_arith *a, size_t vars)
{
    while (a->atoms.n > 0 && pw_vec_last(&a->atoms).var >= vars) {
        struct pw_arith_atom *atom = &pw_vec_last(&a->atoms);
        assert(atom->form < a->forms.n);
        struct pw_arith_form *f = &a->forms.at[atom->form];
        bool found;
        size_t index = index_of(a, f, &atom->k, &found);
        assert(found);
        f->atoms.n--;
        memmove(f->atoms.at + index, f->atoms.at + index + 1,
                (f->atoms.n - index) * sizeof *f->atoms.at);
        pw_int_clear(&atom->k);
        a->atoms.n--;
    }
    if (a->atom_of.n > vars) a->atom_of.n = vars;
}

static void drop_form(struct pw_arith *a)
{
    struct pw_arith_form *f = &pw_vec_last(&a->forms);
    pw_table_remove(&a->index, f->hash, (uint32_t)a->forms.n - 1);
    forget_form(a, f);
    while (a->pool.n > f->from) {
        a->pool.n--;
        pw_int_clear(&pw_vec_pop(&a->coefs));
    }
    pw_vec_clear(&f->atoms);
    a->forms.n--;
}

/* Rows and columns come back when they are needed. */
static void empty_simplex(struct pw_arith *a)
{
    pw_simplex_clear(&a->simplex);
    pw_simplex_init(&a->simplex);
    for (size_t i = 0; i < a->forms.n; i++)
        a->forms.at[i].slack = -1;
    for (size_t i = 0; i < a->ints.n; i++)
        a->ints.at[i].column = -1;
}

void pw_arith_release(struct pw_arith *a, const struct pw_arith_mark *mark)
{
    bool stale = false;
    assert(a->asserted.n == 0);
    drop_atoms(a, mark->vars);
    while (a->forms.n > mark->forms) {
        stale |= pw_vec_last(&a->forms).slack >= 0;
        drop_form(a);
    }
    while (a->ints.n > mark->ints) {
        stale |= pw_vec_last(&a->ints).column >= 0;
        pw_vec_clear(&pw_vec_last(&a->ints).uses);
        a->int_of.at[pw_vec_pop(&a->ints).node] = -1;
    }
    pw_diff_drop_nodes(&a->diff, a->ints.n + 1);
    if (stale) empty_simplex(a);
}

static const struct pw_arith_atom *atom_of(const struct pw_arith *a, pw_lit l)
{
    return &a->atoms.at[a->atom_of.at[pw_lit_var(l)]];
}

/* Assertion into the graph: x - y <= c, or for a false atom y - x <= -c - 1. */
static bool assert_edge(struct pw_arith *a, const struct pw_arith_atom *atom, pw_lit l)
{
    assert(atom->form < a->forms.n);
    const struct pw_arith_form *f = &a->forms.at[atom->form];
    uint32_t x = a->pool.at[f->from] + 1, y = f->n == 2 ? a->pool.at[f->from + 1] + 1 : 0;
    if (l & 1) return pw_diff_add(&a->diff, y, x, -atom->c - 1, l, &a->tags);
    return pw_diff_add(&a->diff, x, y, atom->c, l, &a->tags);
}

/* Assertion into the simplex. */

static uint32_t column_of(struct pw_arith *a, uint32_t i)
{
    if (a->ints.at[i].column < 0)
        a->ints.at[i].column = (int32_t)pw_simplex_new_column(&a->simplex);
    return (uint32_t)a->ints.at[i].column;
}

static uint32_t slack_of(struct pw_arith *a, uint32_t form)
{
    assert(form < a->forms.n);
    struct pw_arith_form *f = &a->forms.at[form];
    if (f->slack >= 0) return (uint32_t)f->slack;
    uint32_t *columns = PW_NEWS(uint32_t, f->n);
    for (uint32_t i = 0; i < f->n; i++)
        columns[i] = column_of(a, a->pool.at[f->from + i]);
    uint32_t slack = f->n == 1
                         ? columns[0]
                         : pw_simplex_new_row(&a->simplex, columns, &a->coefs.at[f->from], f->n);
    PW_FREES(columns, f->n);
    f->slack = (int32_t)slack;
    return slack;
}

static bool assert_bound(struct pw_arith *a, pw_lit l)
{
    const struct pw_arith_atom *atom = atom_of(a, l);
    uint32_t slack = slack_of(a, atom->form);
    if (!(l & 1)) return pw_simplex_assert(&a->simplex, slack, 1, &atom->k, l, &a->tags);
    pw_int bound;
    pw_int_init_si(&bound, 1);
    pw_int_add(&bound, &bound, &atom->k);
    bool ok = pw_simplex_assert(&a->simplex, slack, 0, &bound, l, &a->tags);
    pw_int_clear(&bound);
    return ok;
}

static bool feed_simplex(struct pw_arith *a)
{
    bool news = a->fed < a->asserted.n;
    while (a->fed < a->asserted.n) {
        assert(a->fed < a->asserted.n);
        struct pw_arith_asserted *e = &a->asserted.at[a->fed];
        e->mark = (uint32_t)pw_simplex_mark(&a->simplex);
        a->fed++;
        if (!assert_bound(a, e->lit)) return false;
    }
    return !news || pw_simplex_check(&a->simplex, &a->tags);
}

static void tags_to_clause(const struct pw_arith *a, pw_lits *conflict)
{
    for (size_t i = 0; i < a->tags.n; i++)
        pw_vec_push(conflict, pw_lit_not(a->tags.at[i]));
}

static pw_lit *tight_of(struct pw_arith *a, pw_lit l)
{
    return &a->forms.at[atom_of(a, l)->form].tight[!(l & 1)];
}

/* Two bounds of one form and side, the second perhaps missing. */
static bool tighter(const struct pw_arith *a, pw_lit l, pw_lit than)
{
    if (than == PW_ARITH_NO_LIT) return true;
    int order = pw_int_cmp(&atom_of(a, l)->k, &atom_of(a, than)->k);
    return l & 1 ? order > 0 : order < 0;
}

static bool assert_literal(struct pw_arith *a, pw_lit l, size_t index)
{
    const struct pw_arith_atom *atom = atom_of(a, l);
    pw_lit *tight = tight_of(a, l);
    struct pw_arith_asserted e = {.lit = l, .index = (uint32_t)index, .before = *tight};
    pw_vec_push(&a->asserted, e);
    if (tighter(a, l, *tight)) *tight = l;
    if (!atom->diff) a->general++;
    return !atom->diff || assert_edge(a, atom, l);
}

/* Hooks. */

static bool propagate(void *self, size_t from, pw_lits *conflict)
{
    struct pw_arith *a = self;
    pw_vec_reset(&a->tags);
    bool ok = true;
    size_t first = a->asserted.n, known = a->sat->trail.n;
    for (size_t i = from; i < a->sat->trail.n && ok; i++) {
        pw_lit l = a->sat->trail.at[i];
        if (a->sat->vars.at[pw_lit_var(l)].atom) ok = assert_literal(a, l, i);
    }
    if (ok && !pw_arith_propagate_bounds(a, first, conflict)) return false;
    /* what is implied comes first: it will be asserted, and then the simplex looks at all of it */
    if (ok && a->general > 0 && a->sat->trail.n == known) {
        uint64_t before = a->simplex.pivots;
        ok = feed_simplex(a);
        a->stats->pivots += a->simplex.pivots - before;
    }
    if (!ok) tags_to_clause(a, conflict);
    return ok;
}

static void backtrack(void *self, size_t trail_size)
{
    struct pw_arith *a = self;
    pw_arith_forget_implied(a, trail_size);
    while (a->asserted.n > 0 && pw_vec_last(&a->asserted).index >= trail_size) {
        struct pw_arith_asserted e = pw_vec_pop(&a->asserted);
        const struct pw_arith_atom *atom = atom_of(a, e.lit);
        *tight_of(a, e.lit) = e.before;
        if (atom->diff)
            pw_diff_remove(&a->diff);
        else
            a->general--;
        if (a->fed > a->asserted.n) {
            pw_simplex_backtrack(&a->simplex, e.mark);
            a->fed = a->asserted.n;
        }
    }
}

static void explain(void *self, pw_lit l, pw_lits *clause)
{
    pw_arith_explain(self, l, clause);
}

static bool diff_prefers(const struct pw_arith *a, const struct pw_arith_form *f, int64_t c)
{
    int64_t x = pw_diff_value(&a->diff, a->pool.at[f->from] + 1),
            y = f->n == 2 ? pw_diff_value(&a->diff, a->pool.at[f->from + 1] + 1) : 0;
    return x - y <= c;
}

static int phase(void *self, uint32_t var)
{
    const struct pw_arith *a = self;
    const struct pw_arith_atom *atom = atom_of(a, pw_lit_make(var, false));
    assert(atom->form < a->forms.n);
    const struct pw_arith_form *f = &a->forms.at[atom->form];
    if (a->general > 0 && f->slack >= 0)
        return pw_simplex_cmp(&a->simplex, (uint32_t)f->slack, &atom->k) <= 0;
    return atom->diff ? diff_prefers(a, f, atom->c) : -1;
}

/* Integrality. */

static void room_for_solution(struct pw_arith *a)
{
    while (a->solution.n < a->ints.n) {
        pw_int zero;
        pw_int_init(&zero);
        pw_vec_push(&a->solution, zero);
    }
}

static bool columns_are_integers(const struct pw_simplex *s)
{
    for (size_t r = 0; r < s->rows.n; r++) {
        uint32_t var = s->basic.at[r];
        if (s->vars.at[var].column && !pw_simplex_is_int(s, var)) return false;
    }
    return true;
}

/* The bounds of the simplex as rows of the complete method; columns are numbered by the ints. */
static size_t collect_rows(const struct pw_arith *a, struct pw_lia_row *rows)
{
    size_t m = 0;
    for (size_t i = 0; i < a->forms.n; i++) {
        const struct pw_arith_form *f = &a->forms.at[i];
        if (f->slack < 0) continue;
        assert((size_t)f->slack < a->simplex.vars.n);
        const struct pw_simplex_var *v = &a->simplex.vars.at[f->slack];
        if (!v->has[0] && !v->has[1]) continue;
        struct pw_lia_row row = {
            .columns = a->pool.at + f->from, .coefs = a->coefs.at + f->from, .n = f->n};
        for (int side = 0; side < 2; side++) {
            row.has[side] = v->has[side];
            row.bound[side] = &v->bound[side];
            row.tag[side] = v->tag[side];
        }
        rows[m++] = row;
    }
    return m;
}

static bool solve_completely(struct pw_arith *a)
{
    struct pw_lia_row *rows = PW_NEWS(struct pw_lia_row, a->forms.n);
    size_t m = collect_rows(a, rows);
    a->stats->complete++;
    a->source = PW_ARITH_SOLUTION;
    room_for_solution(a);
    bool sat = pw_lia_complete(rows, m, a->ints.n, a->solution.at, &a->tags, &a->stats->branches);
    PW_FREES(rows, a->forms.n);
    return sat;
}

static uint64_t branch_limit(const struct pw_arith *a)
{
    for (size_t i = 0; i < a->coefs.n; i++)
        if (pw_lia_is_large(&a->coefs.at[i])) return BRANCH_LIMIT_LARGE;
    return BRANCH_LIMIT;
}

/* *less: it would be much work, and perhaps fewer literals do. */
static bool solve_integers(struct pw_arith *a, bool *less)
{
    if (!columns_are_integers(&a->simplex)) {
        enum pw_lia_answer answer = pw_lia_branch(&a->simplex, PW_LIA_NARROW, branch_limit(a),
                                                  &a->tags, &a->stats->branches);
        if (answer == PW_LIA_UNSAT) return false;
        *less = answer == PW_LIA_OPEN && pw_sat_could_decide_less(a->sat);
        if (answer == PW_LIA_OPEN) return *less || solve_completely(a);
    }
    a->source = PW_ARITH_SIMPLEX;
    return true;
}

static bool final(void *self, pw_lits *conflict, bool *again)
{
    struct pw_arith *a = self;
    *again = false;
    a->source = PW_ARITH_GRAPH;
    if (a->general == 0) return true;
    pw_vec_reset(&a->tags);
    if (solve_integers(a, again)) return true;
    tags_to_clause(a, conflict);
    return false;
}

struct pw_sat_theory pw_arith_hooks(struct pw_arith *a)
{
    return (struct pw_sat_theory){.self = a,
                                  .propagate = propagate,
                                  .final = final,
                                  .backtrack = backtrack,
                                  .explain = explain,
                                  .phase = phase};
}

bool pw_arith_value(const struct pw_arith *a, uint32_t node, pw_int *value)
{
    if (node >= a->int_of.n || a->int_of.at[node] < 0) return false;
    size_t i = (size_t)a->int_of.at[node];
    if (a->source == PW_ARITH_SOLUTION && i < a->solution.n)
        pw_int_set(value, &a->solution.at[i]);
    else if (a->source == PW_ARITH_SIMPLEX && a->ints.at[i].column >= 0)
        pw_simplex_floor(&a->simplex, (uint32_t)a->ints.at[i].column, 1, value);
    else
        pw_int_set_si(value, pw_diff_value(&a->diff, (uint32_t)i + 1));
    return true;
}
