#include "abst/differences.h"

#include <assert.h>
#include <stdlib.h>

#include "abst/carry.h"
#include "base/limits.h"
#include "base/order.h"
#include "base/table.h"

enum {
    ZERO = 0,
    MOST_LIFTED = 50000,
    SLACK = 4,         /* nodes of one step: this many times those of a turn */
    LARGE = 2000,      /* nodes of the diagrams of an integer from which lemmas pay */
    MOST_BOUNDS = 160, /* of lemmas: their number grows with the square */
};

/* x - y <= c, x < y; `var` is its variable in the diagrams. */
struct atom {
    uint32_t x, y;
    int64_t c;
    unsigned var;
};

/* One conjunct, and the variables that it depends on. */
struct part {
    pw_bdd f;
    pw_uints vars;
    size_t size;
};

/* Memo of a substitution: valid if round is that of the elimination. */
struct substituted {
    uint32_t round;
    pw_bdd result;
};

/* exists x: f, half done: `all` is the union of the candidates before atom i. */
struct quantifier {
    bool open;
    uint32_t x;
    pw_bdd f, all;
    bool *mine; /* by atom: f depends on it, and it mentions x */
    size_t n, i;
};

struct pw_elimination {
    struct pw_world *w;
    struct pw_bdds *m;
    /* by term node: 1 + number of an integer, or 1 + variable of a Boolean */
    PW_VEC(uint32_t) place;
    size_t n_ints;        /* with zero */
    PW_VEC(pw_bdd) shown; /* by variable: the diagram of a row bit in the template */
    unsigned first_atom, n_vars;
    PW_VEC(struct atom) atoms;
    struct pw_table index;
    PW_VEC(struct part) parts;       /* the conjunction */
    PW_VEC(uint32_t) memo;           /* by term node: 1 + diagram */
    PW_VEC(struct substituted) seen; /* by node of a diagram */
    uint32_t round;
    unsigned lifted;
    bool full;   /* the manager is: begin again */
    bool failed; /* nothing comes of it, or full */
    bool begun;  /* the conjuncts are diagrams */
    bool *done;  /* by integer: it is eliminated, or being eliminated */
    size_t n_done;
    struct quantifier now; /* of the integer being eliminated */
    const pw_term *conjunction, *vars;
    size_t n, n_terms_vars;
    size_t needed;     /* nodes were not enough for one step; begin again with more */
    size_t first_size; /* of all conjuncts together */
};

/* ---- atoms ---- */

static bool same_atom(const void *objects, uint32_t id, const void *key)
{
    const struct atom *a = &((const struct pw_elimination *)objects)->atoms.at[id], *k = key;
    return a->x == k->x && a->y == k->y && a->c == k->c;
}

static pw_bdd atom_diagram(struct pw_elimination *e, uint32_t x, uint32_t y, int64_t c)
{
    struct atom a = {x, y, c, e->n_vars};
    uint64_t hash = pw_hash_mix(pw_hash_mix(pw_hash_mix(3, x), y), (uint64_t)c);
    int64_t id = pw_table_find(&e->index, hash, same_atom, e, &a);
    if (id != PW_TABLE_NONE) return pw_bdd_var(e->m, e->atoms.at[id].var);
    if (e->n_vars >= PW_BDD_VARS) {
        e->failed = true;
        return PW_BDD_TRUE;
    }
    e->n_vars++;
    pw_vec_push(&e->atoms, a);
    pw_table_add(&e->index, hash, (uint32_t)(e->atoms.n - 1));
    return pw_bdd_var(e->m, a.var);
}

/* x - y <= c; for x > y it is the negation of y - x <= -c - 1. */
static pw_bdd difference(struct pw_elimination *e, uint32_t x, uint32_t y, int64_t c)
{
    if (x == y) return c >= 0 ? PW_BDD_TRUE : PW_BDD_FALSE;
    if (x < y) return atom_diagram(e, x, y, c);
    return pw_bdd_not(e->m, atom_diagram(e, y, x, -c - 1));
}

/* ---- formulas as diagrams ---- */

static pw_bdd diagram(struct pw_elimination *e, pw_term a);

/* A linear constraint with its i-th summand, an `ite`, replaced by one of its branches. */
static pw_term with_branch(struct pw_terms *t, pw_term a, size_t i, pw_term branch)
{
    pw_term sum = pw_term_int_si(t, 0);
    bool equal = pw_term_kind(t, a) == PW_EQ;
    pw_int k;
    pw_int_init(&k);
    for (size_t j = 0, n = pw_term_arity(t, a); j < n; j++) {
        pw_int_set(&k, pw_term_coef(t, a, j));
        sum = pw_term_add(t, sum, pw_term_mul(t, &k, j == i ? branch : pw_term_arg(t, a, j)));
    }
    pw_int_set(&k, pw_term_const(t, a));
    pw_term right = pw_term_int(t, &k);
    pw_int_clear(&k);
    return equal ? pw_term_eq(t, sum, right) : pw_term_le(t, sum, right);
}

static pw_bdd lift(struct pw_elimination *e, pw_term a, size_t i)
{
    struct pw_terms *t = e->w->terms;
    pw_term ite = pw_term_arg(t, a, i);
    if (++e->lifted > MOST_LIFTED) e->failed = true;
    if (e->failed) return PW_BDD_TRUE;
    pw_term then = with_branch(t, a, i, pw_term_arg(t, ite, 1)),
            other = with_branch(t, a, i, pw_term_arg(t, ite, 2));
    pw_bdd c = diagram(e, pw_term_arg(t, ite, 0)), x = diagram(e, then), y = diagram(e, other);
    return pw_bdd_ite(e->m, c, x, y);
}

static bool small(const pw_int *v, int64_t *out)
{
    if (!pw_int_fits_si(v)) return false;
    *out = pw_int_get_si(v);
    return llabs(*out) < (int64_t)1 << 40;
}

static uint32_t int_of(const struct pw_elimination *e, pw_term x)
{
    return e->place.at[pw_term_node(x)] - 1;
}

/* x <= k, x - y <= k, and the same with =. */
static pw_bdd linear(struct pw_elimination *e, pw_term a)
{
    struct pw_terms *t = e->w->terms;
    size_t n = pw_term_arity(t, a);
    int64_t k, c[2] = {0, -1};
    uint32_t v[2] = {ZERO, ZERO};
    for (size_t i = 0; i < n; i++)
        if (pw_term_kind(t, pw_term_arg(t, a, i)) == PW_IITE) return lift(e, a, i);
    e->failed |= n > 2 || !small(pw_term_const(t, a), &k);
    for (size_t i = 0; i < n && !e->failed; i++) {
        pw_term x = pw_term_arg(t, a, i);
        e->failed = pw_term_kind(t, x) != PW_IVAR || !small(pw_term_coef(t, a, i), &c[i]);
        if (!e->failed) v[i] = int_of(e, x);
    }
    if (e->failed || c[0] != 1 || c[1] != -1) {
        e->failed = true;
        return PW_BDD_TRUE;
    }
    pw_bdd least = difference(e, v[0], v[1], k);
    if (pw_term_kind(t, a) == PW_LE) return least;
    return pw_bdd_diff(e->m, least, difference(e, v[0], v[1], k - 1));
}

static pw_bdd node_diagram(struct pw_elimination *e, pw_term a)
{
    struct pw_terms *t = e->w->terms;
    pw_bdd x[3], all = PW_BDD_TRUE;
    switch (pw_term_kind(t, a)) {
    case PW_TRUE:
        return PW_BDD_TRUE;
    case PW_BVAR:
        return pw_bdd_var(e->m, e->place.at[pw_term_node(a)] - 1);
    case PW_LE:
    case PW_EQ:
        return linear(e, a);
    case PW_AND:
        for (size_t i = 0, n = pw_term_arity(t, a); i < n; i++)
            all = pw_bdd_and(e->m, all, diagram(e, pw_term_arg(t, a, i)));
        return all;
    case PW_XOR:
        for (size_t i = 0; i < 2; i++)
            x[i] = diagram(e, pw_term_arg(t, a, i));
        return pw_bdd_xor(e->m, x[0], x[1]);
    case PW_BITE:
        for (size_t i = 0; i < 3; i++)
            x[i] = diagram(e, pw_term_arg(t, a, i));
        return pw_bdd_ite(e->m, x[0], x[1], x[2]);
    default:
        e->failed = true;
        return PW_BDD_TRUE;
    }
}

/* The depth of terms is bounded by that of expressions. */
static pw_bdd diagram(struct pw_elimination *e, pw_term a)
{
    uint32_t node = pw_term_node(a);
    while (e->memo.n <= node)
        pw_vec_push(&e->memo, 0);
    if (!e->memo.at[node] && !e->failed) {
        uint32_t f = node_diagram(e, (pw_term){node * 2}).i;
        while (e->memo.n <= node)
            pw_vec_push(&e->memo, 0);
        assert(node < e->memo.n);
        e->memo.at[node] = f + 1;
    }
    if (e->failed) return PW_BDD_TRUE;
    pw_bdd f = {e->memo.at[node] - 1};
    return pw_term_negated(a) ? pw_bdd_not(e->m, f) : f;
}

/* ---- variables of the diagrams: row bits in the order of the template, hidden Booleans, atoms as
 * they come ---- */

struct named {
    pw_term var;
    unsigned top;
};

static int by_top(const void *a, const void *b)
{
    const struct named *x = a, *y = b;
    return PW_ORDER(x->top, y->top) ?: PW_ORDER(x->var.id, y->var.id);
}

static void number_variables(struct pw_elimination *e, const pw_term *vars, size_t n)
{
    struct named *bools = PW_NEWS(struct named, n);
    size_t n_bools = 0;
    e->n_ints = 1;
    for (size_t i = 0; i < n; i++) {
        uint32_t node = pw_term_node(vars[i]);
        while (e->place.n <= node)
            pw_vec_push(&e->place, 0);
        if (pw_term_is_int(e->w->terms, vars[i]))
            e->place.at[node] = (uint32_t)++e->n_ints;
        else {
            pw_bdd row = pw_world_row(e->w, vars[i]);
            bools[n_bools++] = (struct named){
                vars[i], pw_bdd_is_false(row) ? PW_BDD_VARS + 1 : pw_bdd_top(e->w->t->bdds, row)};
        }
    }
    qsort(bools, n_bools, sizeof *bools, by_top);
    for (size_t i = 0; i < n_bools; i++) {
        e->place.at[pw_term_node(bools[i].var)] = (uint32_t)i + 1;
        pw_vec_push(&e->shown, pw_world_row(e->w, bools[i].var));
    }
    e->first_atom = e->n_vars = (unsigned)n_bools;
    if (n_bools >= PW_BDD_VARS) e->failed = true;
    PW_FREES(bools, n);
}

/* ---- elimination ---- */

/* f with the variables of atoms replaced: to[v] for variable v >= first_atom where set. */
struct substitution {
    struct pw_elimination *e;
    const pw_bdd *to;
    const bool *replaced;
};

static pw_bdd substitute(struct substitution *s, pw_bdd f)
{
    struct pw_bdds *m = s->e->m;
    if (f.i < 2) return f;
    if (s->e->seen.at[f.i].round == s->e->round) return s->e->seen.at[f.i].result;
    unsigned v = pw_bdd_top(m, f);
    pw_bdd hi = substitute(s, pw_bdd_hi(m, f)), lo = substitute(s, pw_bdd_lo(m, f));
    pw_bdd test = v >= s->e->first_atom && s->replaced[v - s->e->first_atom]
                      ? s->to[v - s->e->first_atom]
                      : pw_bdd_var(m, v);
    pw_bdd r = pw_bdd_ite(m, test, hi, lo);
    assert(f.i < s->e->seen.n);
    s->e->seen.at[f.i] = (struct substituted){s->e->round, r};
    return r;
}

/* The truth of an atom of x when x = y + c (infinite: larger than all). */
static pw_bdd atom_at(struct pw_elimination *e, const struct atom *a, uint32_t x, bool infinite,
                      uint32_t y, int64_t c)
{
    /* y + c - a->y <= a->c */
    if (a->x == x) return infinite ? PW_BDD_FALSE : difference(e, y, a->y, a->c - c);
    /* a->x - y - c <= a->c */
    return infinite ? PW_BDD_TRUE : difference(e, a->x, y, a->c + c);
}

static pw_bdd place_at(struct pw_elimination *e, pw_bdd f, uint32_t x, const bool *mine, size_t n,
                       bool infinite, uint32_t y, int64_t c)
{
    pw_bdd *to = PW_NEWS(pw_bdd, n);
    for (size_t i = 0; i < n; i++)
        if (mine[i]) {
            assert(i < e->atoms.n);
            struct atom a = e->atoms.at[i];
            to[i] = atom_at(e, &a, x, infinite, y, c);
        }
    struct substitution s = {.e = e, .to = to, .replaced = mine};
    e->round++;
    /* nodes below f are older than f */
    while (e->seen.n <= f.i)
        pw_vec_push(&e->seen, ((struct substituted){0, PW_BDD_FALSE}));
    pw_bdd r = substitute(&s, f);
    PW_FREES(to, n);
    return r;
}

static bool grown(struct pw_elimination *e)
{
    pw_limits_poll();
    if (pw_bdds_full(e->m)) e->full = e->failed = true;
    return e->failed;
}

static const struct atom *atom_of(const struct pw_elimination *e, unsigned v)
{
    return v < e->first_atom ? NULL : &e->atoms.at[v - e->first_atom];
}
static bool mentions(const struct atom *a, uint32_t x)
{
    return a && (a->x == x || a->y == x);
}

/* Which atoms of x does f depend on? */
static void atoms_of(struct pw_elimination *e, pw_bdd f, uint32_t x, bool *mine)
{
    pw_bdd set = pw_bdd_support(e->m, f);
    for (; set.i > 1; set = pw_bdd_hi(e->m, set)) {
        unsigned v = pw_bdd_top(e->m, set);
        if (mentions(atom_of(e, v), x)) mine[v - e->first_atom] = true;
    }
}

static void open_quantifier(struct pw_elimination *e, pw_bdd f, uint32_t x)
{
    struct quantifier *q = &e->now;
    assert(!q->open);
    *q = (struct quantifier){.open = true, .x = x, .f = f, .n = e->atoms.n};
    q->mine = PW_NEWS(bool, q->n);
    atoms_of(e, f, x, q->mine);
    q->all = place_at(e, f, x, q->mine, q->n, true, ZERO, 0);
}

/* The next candidate: the greatest value y + c of x at which atom i is still as it is below it. */
static void step_quantifier(struct pw_elimination *e)
{
    struct quantifier *q = &e->now;
    while (q->i < q->n && !q->mine[q->i])
        q->i++;
    if (q->i == q->n) return;
    struct atom a = e->atoms.at[q->i++];
    /* a.x = x: true up to y + c. a.y = x: a.x - x <= c is false up to a.x - c - 1. */
    pw_bdd here = a.x == q->x ? place_at(e, q->f, q->x, q->mine, q->n, false, a.y, a.c)
                              : place_at(e, q->f, q->x, q->mine, q->n, false, a.x, -a.c - 1);
    q->all = pw_bdd_or(e->m, q->all, here);
}

static void close_quantifier(struct pw_elimination *e)
{
    PW_FREES(e->now.mine, e->now.n);
    e->now = (struct quantifier){0};
}

/* ---- the list of conjuncts ---- */

static void add_part(struct pw_elimination *e, pw_bdd f)
{
    struct part p = {.f = f, .size = pw_bdd_size(e->m, f)};
    if (pw_bdd_is_true(f)) return;
    pw_bdd set = pw_bdd_support(e->m, f);
    for (; set.i > 1; set = pw_bdd_hi(e->m, set))
        pw_vec_push(&p.vars, pw_bdd_top(e->m, set));
    pw_vec_push(&e->parts, p);
}

static bool has_int(const struct pw_elimination *e, const struct part *p, uint32_t x)
{
    for (size_t i = 0; i < p->vars.n; i++)
        if (mentions(atom_of(e, p->vars.at[i]), x)) return true;
    return false;
}

static bool has_bool(const struct pw_elimination *e, const struct part *p, uint32_t v)
{
    (void)e;
    for (size_t i = 0; i < p->vars.n; i++)
        if (p->vars.at[i] == v) return true;
    return false;
}

/* `all` and the parts with x, which are taken out of the list. */
static pw_bdd take_parts(struct pw_elimination *e, pw_bdd all,
                         bool (*has)(const struct pw_elimination *, const struct part *, uint32_t),
                         uint32_t x)
{
    size_t k = 0;
    for (size_t i = 0; i < e->parts.n; i++) {
        struct part *p = &e->parts.at[i];
        if (!has(e, p, x)) {
            e->parts.at[k++] = *p;
            continue;
        }
        if (!grown(e)) all = pw_bdd_and(e->m, p->f, all);
        pw_vec_clear(&p->vars);
    }
    e->parts.n = k;
    return all;
}

/* ---- lemmas: what holds between atoms anyway ---- */

/* x - y <= c, true iff f: an atom, or the negation of one. */
struct bound {
    uint32_t x, y;
    int64_t c;
    pw_bdd f;
};

typedef PW_VEC(struct bound) bounds;

static bool is_large(const struct pw_elimination *e, uint32_t x)
{
    size_t size = 0;
    for (size_t i = 0; i < e->parts.n; i++)
        if (has_int(e, &e->parts.at[i], x)) size += e->parts.at[i].size;
    return size > LARGE;
}

/* Both readings of each atom in the list whose integers satisfy `near`. */
static void bounds_in_parts(struct pw_elimination *e, const bool *near, bounds *out)
{
    size_t n = e->atoms.n;
    bool *seen = PW_NEWS(bool, n);
    for (size_t i = 0; i < e->parts.n; i++)
        for (size_t j = 0; j < e->parts.at[i].vars.n; j++) {
            const struct atom *a = atom_of(e, e->parts.at[i].vars.at[j]);
            if (!a || seen[a - e->atoms.at] || !near[a->x] || !near[a->y]) continue;
            seen[a - e->atoms.at] = true;
            struct bound up = {a->x, a->y, a->c, pw_bdd_var(e->m, a->var)},
                         down = {a->y, a->x, -a->c - 1, pw_bdd_not(e->m, up.f)};
            pw_vec_push(out, up);
            pw_vec_push(out, down);
        }
    PW_FREES(seen, n);
}

/* Two bounds x - y <= c and y - z <= d imply the tightest x - z <= k, k >= c + d, that there is;
 * FALSE if x = z and c + d < 0. */
static bool consequence(const bounds *b, const struct bound *p, const struct bound *q, pw_bdd *then)
{
    int64_t sum = p->c + q->c, best = INT64_MAX;
    *then = PW_BDD_FALSE;
    if (p->x == q->y) return sum < 0;
    for (size_t i = 0; i < b->n; i++) {
        const struct bound *r = &b->at[i];
        if (r->x == p->x && r->y == q->y && r->c >= sum && r->c < best) best = r->c, *then = r->f;
    }
    return best != INT64_MAX;
}

/* True for all integers, so that it may be added; it keeps combinations of atoms that no integers
 * have out of large diagrams. Only lemmas about x and the integers that it is compared with. */
static pw_bdd lemmas(struct pw_elimination *e, uint32_t x)
{
    bounds b = {0};
    bool *near = PW_NEWS(bool, e->n_ints);
    pw_bdd all = PW_BDD_TRUE, then;
    for (size_t i = 0; i < e->parts.n; i++)
        for (size_t j = 0; j < e->parts.at[i].vars.n; j++) {
            const struct atom *a = atom_of(e, e->parts.at[i].vars.at[j]);
            if (mentions(a, x)) near[a->x] = near[a->y] = true;
        }
    bounds_in_parts(e, near, &b);
    for (size_t i = 0; i < b.n && b.n <= MOST_BOUNDS; i++)
        for (size_t j = 0; j < b.n; j++) {
            const struct bound *p = &b.at[i], *q = &b.at[j];
            if (p->y != q->x || (p->x != x && p->y != x && q->y != x) ||
                !consequence(&b, p, q, &then))
                continue;
            all = pw_bdd_and(e->m, all,
                             pw_bdd_or(e->m, then, pw_bdd_not(e->m, pw_bdd_and(e->m, p->f, q->f))));
        }
    pw_vec_clear(&b);
    PW_FREES(near, e->n_ints);
    return all;
}

/* ---- elimination of all ---- */

/* The integer, not yet eliminated, with the fewest atoms in the list. */
static uint32_t cheapest(const struct pw_elimination *e)
{
    size_t *count = PW_NEWS(size_t, e->n_ints);
    bool *seen = PW_NEWS(bool, e->atoms.n);
    for (size_t i = 0; i < e->parts.n; i++)
        for (size_t j = 0; j < e->parts.at[i].vars.n; j++) {
            const struct atom *a = atom_of(e, e->parts.at[i].vars.at[j]);
            if (!a || seen[a - e->atoms.at]) continue;
            seen[a - e->atoms.at] = true;
            count[a->x]++, count[a->y]++;
        }
    uint32_t best = 0;
    for (uint32_t x = 1; x < e->n_ints; x++)
        if (!e->done[x] && (!best || count[x] < count[best])) best = x;
    PW_FREES(count, e->n_ints);
    PW_FREES(seen, e->atoms.n);
    return best;
}

/* One integer is begun, goes on to its next candidate, or is finished. */
static void step_ints(struct pw_elimination *e)
{
    struct quantifier *q = &e->now;
    if (q->open) {
        step_quantifier(e);
        if (q->i < q->n || grown(e)) return;
        add_part(e, q->all);
        close_quantifier(e);
    } else {
        uint32_t x = cheapest(e);
        assert(x && !e->done[x]);
        e->done[x] = true, e->n_done++;
        pw_bdd f = take_parts(e, is_large(e, x) ? lemmas(e, x) : PW_BDD_TRUE, has_int, x);
        if (!grown(e) && !pw_bdd_is_true(f)) open_quantifier(e, f, x);
    }
}

static bool ints_left(const struct pw_elimination *e)
{
    return e->now.open || e->n_done + 1 < e->n_ints;
}

static void eliminate_bools(struct pw_elimination *e)
{
    for (unsigned v = 0; v < e->first_atom && !grown(e); v++) {
        if (!pw_bdd_is_false(e->shown.at[v])) continue;
        add_part(e,
                 pw_bdd_exists(e->m, take_parts(e, PW_BDD_TRUE, has_bool, v), pw_bdd_var(e->m, v)));
    }
}

/* ---- back into the template ---- */

static pw_bdd carry_all(struct pw_elimination *e)
{
    pw_bdd all = PW_BDD_TRUE;
    struct pw_bdds *to = e->w->t->bdds;
    for (size_t i = 0; i < e->parts.n; i++)
        all = pw_bdd_and(to, all, pw_carry(e->m, e->parts.at[i].f, to, e->shown.at));
    return all;
}

/* ---- turns ---- */

struct pw_elimination *pw_differences_new(struct pw_world *w, const pw_term *conjunction, size_t n,
                                          const pw_term *vars, size_t n_vars)
{
    struct pw_elimination *e = PW_NEW(struct pw_elimination);
    *e = (struct pw_elimination){
        .w = w, .conjunction = conjunction, .n = n, .vars = vars, .n_terms_vars = n_vars};
    return e;
}

static void clear(struct pw_elimination *e)
{
    pw_bdds_free(e->m);
    close_quantifier(e);
    PW_FREES(e->done, e->n_ints);
    pw_vec_clear(&e->place);
    pw_vec_clear(&e->shown);
    pw_vec_clear(&e->atoms);
    pw_table_clear(&e->index);
    for (size_t i = 0; i < e->parts.n; i++)
        pw_vec_clear(&e->parts.at[i].vars);
    pw_vec_clear(&e->parts);
    pw_vec_clear(&e->memo);
    pw_vec_clear(&e->seen);
}

void pw_differences_free(struct pw_elimination *e)
{
    if (!e) return;
    clear(e);
    PW_FREE(e);
}

/* Forgets everything but the question. */
static void start_again(struct pw_elimination *e, size_t needed)
{
    clear(e);
    *e = (struct pw_elimination){.w = e->w,
                                 .conjunction = e->conjunction,
                                 .n = e->n,
                                 .vars = e->vars,
                                 .n_terms_vars = e->n_terms_vars,
                                 .needed = needed};
}

static size_t size_of_all(const struct pw_elimination *e)
{
    size_t all = 0;
    for (size_t i = 0; i < e->parts.n; i++)
        all += e->parts.at[i].size;
    return all;
}

size_t pw_differences_growth(const struct pw_elimination *e)
{
    return e->first_size ? size_of_all(e) / e->first_size : 0;
}

size_t pw_differences_nodes(const struct pw_elimination *e)
{
    return e->m ? pw_bdds_nodes(e->m) : 0;
}

static void begin(struct pw_elimination *e)
{
    number_variables(e, e->vars, e->n_terms_vars);
    e->done = PW_NEWS(bool, e->n_ints);
    for (size_t i = 0; i < e->n && !grown(e); i++)
        add_part(e, diagram(e, e->conjunction[i]));
    e->begun = true;
    e->first_size = size_of_all(e);
}

enum pw_differences pw_differences_continue(struct pw_elimination *e, size_t nodes, pw_bdd *rows)
{
    if (nodes < e->needed) return PW_DIFFERENCES_MORE;
    if (!e->m) e->m = pw_bdds_new(PW_BDD_VARS);
    pw_bdds_cap(e->m, SLACK * nodes);
    if (!e->begun) begin(e);
    while (!grown(e) && ints_left(e) && pw_bdds_nodes(e->m) < nodes)
        step_ints(e);
    if (!e->failed && ints_left(e)) return PW_DIFFERENCES_MORE;
    if (!e->failed) eliminate_bools(e);
    if (!grown(e)) {
        *rows = carry_all(e);
        return PW_DIFFERENCES_DONE;
    }
    if (!e->full) return PW_DIFFERENCES_NONE;
    start_again(e, SLACK * nodes);
    return PW_DIFFERENCES_MORE;
}
