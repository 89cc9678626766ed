#include "pairs/atoms.h"

#include <assert.h>
#include <string.h>

#include "base/limits.h"
#include "pairs/zone.h"

enum { MOST_PREMISES = 60, MOST_CASES = 20000 };

void pw_atoms_init(struct pw_atoms *s, struct pw_encode *enc, struct pw_atom_level level)
{
    size_t kinds = enc->views->p->ntemplates + 1;
    *s = (struct pw_atoms){.enc = enc, .level = level};
    pw_expr_pool_init(&s->pool);
    s->tables = PW_NEWS(struct pw_atom_table, kinds * kinds);
    pw_atoms_gather(s);
    if (level.wp) pw_atoms_preconditions(s);
}

void pw_atoms_clear(struct pw_atoms *s)
{
    size_t kinds = s->enc->views->p->ntemplates + 1;
    for (size_t i = 0; i < kinds * kinds; i++) {
        struct pw_atom_table *t = &s->tables[i];
        for (int o = 0; o < 9; o++) {
            if (t->terms[o]) PW_FREES(t->terms[o], t->atoms.n);
            pw_vec_clear(&t->asked[o].atoms);
        }
        pw_vec_clear(&t->atoms);
    }
    PW_FREES(s->tables, kinds * kinds);
    pw_vec_clear(&s->constants);
    pw_vec_clear(&s->comparisons);
    pw_vec_clear(&s->classes);
    pw_expr_pool_clear(&s->pool);
}

/* ---- terms ---- */

static pw_term encode_atom(struct pw_atoms *s, const struct pw_atom_table *t, uint32_t atom,
                           uint32_t i, uint32_t j, const struct pw_step *step,
                           const struct pw_reaction *const react[2])
{
    struct pw_view a = {t->a, 0, NULL}, b = {t->b, 0, NULL};
    struct pw_frame f = {.view = {&a, &b}, .slot = {i, j}, .after = step};
    if (react) f.react[0] = react[0], f.react[1] = react[1];
    assert(atom < t->atoms.n);
    return pw_encode_expr(s->enc, t->atoms.at[atom].expr, &f);
}

pw_term pw_atoms_term(struct pw_atoms *s, struct pw_atom_table *t, uint32_t atom, uint32_t i,
                      uint32_t j)
{
    if (i > 2 || j > 2) return encode_atom(s, t, atom, i, j, NULL, NULL);
    pw_term **row = &t->terms[3 * i + j];
    if (!*row) {
        *row = PW_NEWS(pw_term, t->atoms.n);
        for (uint32_t k = 0; k < t->atoms.n; k++)
            (*row)[k] = encode_atom(s, t, k, i, j, NULL, NULL);
    }
    return (*row)[atom];
}

const pw_uints *pw_atoms_with_term(struct pw_atoms *s, struct pw_atom_table *t, uint32_t term,
                                   uint32_t i, uint32_t j)
{
    assert(i <= 2 && j <= 2);
    uint32_t o = 3 * i + j;
    if (t->asked[o].known && t->asked[o].term == term) return &t->asked[o].atoms;
    pw_vec_reset(&t->asked[o].atoms);
    for (uint32_t a = 0; a < t->atoms.n; a++)
        if (pw_atoms_term(s, t, a, i, j).id == term) pw_vec_push(&t->asked[o].atoms, a);
    t->asked[o].known = true;
    t->asked[o].term = term;
    return &t->asked[o].atoms;
}

pw_term pw_atoms_after(struct pw_atoms *s, struct pw_atom_table *t, uint32_t atom, uint32_t i,
                       uint32_t j, const struct pw_step *step,
                       const struct pw_reaction *const react[2])
{
    return encode_atom(s, t, atom, i, j, step, react);
}

/* ---- candidates of a table ---- */

struct fill_ctx {
    struct pw_atoms *s;
    struct pw_atom_table *t;
    PW_VEC(uint32_t) ids; /* terms of the atoms so far, orientation (0, 1) */
    PW_VEC(uint32_t) premises;
    struct pw_table seen;
};

static bool id_is(const void *objects, uint32_t id, const void *key)
{
    return ((const struct fill_ctx *)objects)->ids.at[id] == *(const uint32_t *)key;
}

static int64_t find_id(struct fill_ctx *f, uint32_t term)
{
    return pw_table_find(&f->seen, pw_hash_mix(3, term), id_is, f, &term);
}

/* Number of the atom, or -1 if it is trivial. */
static int64_t add_atom(struct fill_ctx *f, struct pw_atom atom)
{
    struct pw_view a = {f->t->a, 0, NULL}, b = {f->t->b, 0, NULL};
    struct pw_frame frame = {.view = {&a, &b}, .slot = {0, 1}};
    pw_term term = pw_encode_expr(f->s->enc, atom.expr, &frame);
    if (pw_term_is_const(f->s->enc->terms, term)) return -1;
    int64_t old = find_id(f, term.id);
    if (old >= 0) return old;
    uint32_t made = (uint32_t)f->t->atoms.n;
    pw_vec_push(&f->t->atoms, atom);
    pw_vec_push(&f->ids, term.id);
    pw_table_add(&f->seen, pw_hash_mix(3, term.id), made);
    return made;
}

static int64_t add_plain(struct fill_ctx *f, const struct pw_expr *e)
{
    return add_atom(f, (struct pw_atom){e, -1, -1, -1});
}

/* left <= right + c, >=, != */
static void add_relations(struct fill_ctx *f, const struct pw_expr *left,
                          const struct pw_expr *right, int64_t c)
{
    static const enum pw_expr_kind relations[] = {PW_EXPR_LE, PW_EXPR_GE, PW_EXPR_NE};
    struct pw_expr_pool *pool = &f->s->pool;
    const struct pw_expr *k = pw_expr_int_si(pool, c), *to = k;
    if (right) to = pw_expr_binary(pool, PW_EXPR_ADD, right, k);
    for (int r = 0; r < 3; r++)
        add_plain(f, pw_expr_binary(pool, relations[r], left, to));
}

struct variable {
    const struct pw_expr *leaf;
    uint32_t class;
};

typedef PW_VEC(struct variable) variables;

static void list_variables(struct fill_ctx *f, const struct pw_view_vars *c, int32_t kind,
                           enum pw_expr_kind leaf, variables *out)
{
    for (size_t i = 0; i < c->nints; i++) {
        const struct pw_expr *e = pw_expr_leaf(&f->s->pool, leaf, false, kind, c->ints[i]);
        struct variable v = {e, pw_atoms_class(f->s, kind, c->ints[i])};
        pw_vec_push(out, v);
    }
}

static void add_bounds_and_differences(struct fill_ctx *f)
{
    const struct pw_views *views = f->s->enc->views;
    const struct pw_view_vars *kinds = views->kinds;
    int64_t near = f->s->level.near;
    variables v = {0};
    list_variables(f, &views->shared, -1, PW_EXPR_SHARED, &v);
    list_variables(f, &kinds[f->t->a], (int32_t)f->t->a, PW_EXPR_LOCAL, &v);
    list_variables(f, &kinds[f->t->b], (int32_t)f->t->b, PW_EXPR_PASSIVE, &v);
    for (size_t i = 0; i < v.n; i++) {
        for (size_t k = 0; k < f->s->constants.n; k++)
            add_relations(f, v.at[i].leaf, NULL, f->s->constants.at[k]);
        for (size_t j = i + 1; j < v.n; j++)
            for (int64_t c = -near; v.at[i].class == v.at[j].class && c <= near; c++)
                add_relations(f, v.at[i].leaf, v.at[j].leaf, c);
    }
    pw_vec_clear(&v);
}

static const struct pw_expr *swap_leaf(void *arg, const struct pw_expr *e)
{
    if (e->kind != PW_EXPR_LOCAL && e->kind != PW_EXPR_PASSIVE) return e;
    enum pw_expr_kind other = e->kind == PW_EXPR_LOCAL ? PW_EXPR_PASSIVE : PW_EXPR_LOCAL;
    return pw_expr_leaf(arg, other, false, e->template, e->index);
}

static void add_shifted(struct fill_ctx *f, const struct pw_expr *e)
{
    const struct pw_expr *sum;
    pw_int constant;
    size_t vars;
    bool difference;
    pw_int_init(&constant);
    if (pw_atoms_linear(f->s, e, &sum, &constant, &vars, &difference) && vars >= 2 && !difference &&
        pw_int_fits_si(&constant)) {
        int64_t c = pw_int_get_si(&constant);
        for (int64_t d = -1; d <= 1 && c > -INT64_MAX / 2 && c < INT64_MAX / 2; d++)
            add_relations(f, sum, NULL, d - c);
    }
    pw_int_clear(&constant);
}

static bool is_equation(const struct pw_expr *e)
{
    return e->kind == PW_EXPR_EQ || (e->kind == PW_EXPR_NOT && e->args[0]->kind == PW_EXPR_NE);
}

static void add_premise(struct fill_ctx *f, int64_t atom)
{
    assert((size_t)atom < f->t->atoms.n);
    const struct pw_expr *e = f->t->atoms.at[atom].expr;
    if (f->s->level.cases == PW_CASES_EQUAL && !is_equation(e)) return;
    for (size_t i = 0; i < f->premises.n; i++)
        if (f->premises.at[i] == atom) return;
    pw_vec_push(&f->premises, (uint32_t)atom);
}

/* e as it stands, read in this orientation; e and its negation. */
static void add_comparison(struct fill_ctx *f, const struct pw_expr *e, bool guard)
{
    int64_t yes = add_plain(f, e);
    int64_t no = add_plain(f, pw_expr_unary(&f->s->pool, PW_EXPR_NOT, e));
    add_shifted(f, e);
    if (!guard || yes < 0 || no < 0) return;
    add_premise(f, yes);
    add_premise(f, no);
}

static void add_comparisons(struct fill_ctx *f)
{
    int32_t a = (int32_t)f->t->a, b = (int32_t)f->t->b;
    for (size_t i = 0; i < f->s->comparisons.n; i++) {
        struct pw_comparison c = f->s->comparisons.at[i];
        const struct pw_expr *swapped =
            pw_expr_replace(&f->s->pool, c.expr, swap_leaf, &f->s->pool);
        bool direct = (c.kind < 0 || c.kind == a) && (c.other < 0 || c.other == b);
        bool turned = (c.kind < 0 || c.kind == b) && (c.other < 0 || c.other == a);
        if (direct) add_comparison(f, c.expr, c.guard);
        if (turned && swapped != c.expr) add_comparison(f, swapped, c.guard);
    }
}

/* Whether LOCAL comes before PASSIVE; both premises, before all others. */
static void add_order(struct fill_ctx *f)
{
    struct pw_expr_pool *pool = &f->s->pool;
    if (f->t->a != f->t->b || f->t->a == pw_views_idle(f->s->enc->views)) return;
    if (!(pw_program_uses(f->s->enc->views->p) & PW_USES_ORDER)) return;
    const struct pw_expr *before = pw_expr_leaf(pool, PW_EXPR_BEFORE, true, -1, 0);
    int64_t yes = add_plain(f, before);
    int64_t no = add_plain(f, pw_expr_unary(pool, PW_EXPR_NOT, before));
    pw_vec_push(&f->premises, (uint32_t)yes);
    pw_vec_push(&f->premises, (uint32_t)no);
}

static void link_negations(struct fill_ctx *f)
{
    for (size_t i = 0; i < f->t->nplain; i++)
        f->t->atoms.at[i].negation = (int32_t)find_id(f, f->ids.at[i] ^ 1);
}

/* premise => conclusion, unless one is the other or its opposite */
static void add_case(struct fill_ctx *f, uint32_t premise, uint32_t conclusion)
{
    assert(premise < f->t->atoms.n);
    assert(conclusion < f->t->atoms.n);
    const struct pw_atom *p = &f->t->atoms.at[premise], *c = &f->t->atoms.at[conclusion];
    if (premise == conclusion || p->negation == (int32_t)conclusion) return;
    const struct pw_expr *e = pw_expr_binary(&f->s->pool, PW_EXPR_IMPLIES, p->expr, c->expr);
    add_atom(f, (struct pw_atom){e, -1, (int32_t)premise, (int32_t)conclusion});
}

static void add_cases(struct fill_ctx *f, size_t premises)
{
    struct pw_zone z;
    pw_zone_init(&z, f->s->enc->terms);
    for (size_t i = 0; i < premises && i < MOST_PREMISES; i++) {
        uint32_t premise = f->premises.at[i];
        pw_zone_reset(&z);
        assert(premise < f->ids.n);
        pw_zone_assume(&z, (pw_term){f->ids.at[premise]});
        if (!pw_zone_close(&z)) continue; /* it holds nowhere: there is no case to tell apart */
        for (uint32_t k = 0; k < f->t->nplain && f->t->atoms.n < MOST_CASES; k++) {
            pw_limits_poll();
            if (!pw_zone_follows(&z, (pw_term){f->ids.at[k]})) add_case(f, premise, k);
        }
    }
    pw_zone_clear(&z);
}

struct pw_atom_table *pw_atoms_table(struct pw_atoms *s, uint32_t a, uint32_t b)
{
    assert(a <= b);
    struct pw_atom_table *t = &s->tables[a * (s->enc->views->p->ntemplates + 1) + b];
    if (t->made) return t;
    struct fill_ctx f = {.s = s, .t = t};
    t->made = true;
    t->a = a;
    t->b = b;
    add_order(&f);
    size_t order = f.premises.n;
    add_bounds_and_differences(&f);
    add_comparisons(&f);
    t->nplain = t->atoms.n;
    link_negations(&f);
    add_cases(&f, s->level.cases == PW_CASES_NONE ? order : f.premises.n);
    pw_vec_clear(&f.ids);
    pw_vec_clear(&f.premises);
    pw_table_clear(&f.seen);
    return t;
}
