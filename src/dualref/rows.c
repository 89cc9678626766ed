#include "dualref/rows.h"

#include <assert.h>
#include <string.h>

#include "base/limits.h"
#include "base/table.h"

/* A column: the passive location, or a field in a role. */
struct column {
    enum { COL_LOC, COL_FIELD } kind;
    enum pw_role role;
    uint32_t template, field;
    unsigned bits;
    unsigned now[16], next[16]; /* variables, most significant first; next only if paired */
    bool paired;
    pw_bdd now_vars, next_vars, both, keep;
};

/* A literal of a column in front of a smaller cover. */
struct arm {
    enum pw_entry_kind now_kind, next_kind;
    uint32_t now, next; /* codes */
    uint32_t rest;      /* cover */
};

/* Cover 0 is empty, cover 1 the full cube; others are a list of arms over one column. */
struct cover {
    uint32_t column, first_arm, n_arms;
    pw_bdd covered;
};

struct key {
    uint32_t lower, upper;
};

struct cover_ctx {
    struct pw_dual *t;
    struct pw_bdds *m;
    uint32_t active, passive;
    PW_VEC(struct column) columns;
    uint32_t *column_of; /* variable -> column */
    PW_VEC(struct cover) covers;
    PW_VEC(struct arm) arms;
    struct pw_table index; /* (lower, upper) -> memo */
    PW_VEC(struct key) keys;
    PW_VEC(uint32_t) results;
};

/* ---- columns ---- */

static void add_column(struct cover_ctx *c, struct column col)
{
    uint32_t number = (uint32_t)c->columns.n;
    if (!col.bits) return;
    for (unsigned b = 0; b < col.bits; b++)
        c->column_of[col.now[b]] = number;
    col.now_vars = pw_bdd_set(c->m, col.now, col.bits);
    col.next_vars = col.keep = PW_BDD_TRUE;
    if (col.paired) {
        for (unsigned b = 0; b < col.bits; b++)
            c->column_of[col.next[b]] = number;
        col.next_vars = pw_bdd_set(c->m, col.next, col.bits);
        col.keep = pw_dual_keeps(c->t, col.role, col.template, col.field);
    }
    col.both = pw_bdd_and(c->m, col.now_vars, col.next_vars);
    pw_vec_push(&c->columns, col);
}

static void add_role(struct cover_ctx *c, enum pw_role role, uint32_t template, bool paired)
{
    const pw_fields *fs = pw_dual_fields(c->t, role, template);
    for (uint32_t i = 0; i < fs->n; i++) {
        struct column col = {.kind = COL_FIELD,
                             .role = role,
                             .template = template,
                             .field = i,
                             .bits = fs->at[i].bits,
                             .paired = paired};
        for (unsigned b = 0; b < col.bits; b++) {
            col.now[b] = pw_dual_var(c->t, role, template, i, PW_NOW, b);
            col.next[b] = pw_dual_var(c->t, role, template, i, PW_NEXT, b);
        }
        add_column(c, col);
    }
}

static void add_place(struct cover_ctx *c)
{
    struct column col = {.kind = COL_LOC, .bits = c->t->loc_bits};
    for (unsigned b = 0; b < col.bits; b++)
        col.now[b] = b;
    add_column(c, col);
}

static void start(struct cover_ctx *c, struct pw_dual *t, uint32_t active, uint32_t passive,
                  bool step)
{
    *c = (struct cover_ctx){.t = t, .m = t->bdds, .active = active, .passive = passive};
    c->column_of = PW_NEWS(uint32_t, pw_bdds_vars(t->bdds));
    pw_vec_push(&c->covers, ((struct cover){0, 0, 0, PW_BDD_FALSE}));
    pw_vec_push(&c->covers, ((struct cover){0, 0, 0, PW_BDD_TRUE}));
    if (step) add_place(c);
    add_role(c, PW_SHARED, 0, step);
    add_role(c, PW_ACTIVE, active, step);
    add_role(c, PW_PASSIVE, passive, step);
}

static void finish(struct cover_ctx *c)
{
    PW_FREES(c->column_of, pw_bdds_vars(c->m));
    pw_vec_clear(&c->columns);
    pw_vec_clear(&c->covers);
    pw_vec_clear(&c->arms);
    pw_vec_clear(&c->keys);
    pw_vec_clear(&c->results);
    pw_table_clear(&c->index);
}

/* ---- the recursion ---- */

typedef PW_VEC(struct arm) arms;

/* A node under construction: what it must cover, what is covered so far, and the arms. */
struct make_ctx {
    struct cover_ctx *c;
    const struct column *col;
    pw_bdd lower, covered;
    arms arms;
};

static uint32_t cover(struct cover_ctx *c, pw_bdd lower, pw_bdd upper);

static pw_bdd for_all(struct pw_bdds *m, pw_bdd f, pw_bdd set)
{
    return pw_bdd_not(m, pw_bdd_exists(m, pw_bdd_not(m, f), set));
}

static pw_bdd code_cube(struct pw_bdds *m, const unsigned *vars, unsigned bits, uint32_t code)
{
    pw_bdd r = PW_BDD_TRUE;
    for (unsigned b = bits; b-- > 0;)
        r = pw_bdd_and(m, r, pw_bdd_literal(m, vars[b], code >> (bits - 1 - b) & 1));
    return r;
}

/* Covers `need` (free of the column) under the literal whose points are `points`, and records the
 * arm. */
static void add_arm(struct make_ctx *k, struct arm arm, pw_bdd points, pw_bdd need, pw_bdd upper)
{
    if (pw_bdd_is_false(need)) return;
    arm.rest = cover(k->c, need, upper);
    assert(arm.rest < k->c->covers.n);
    pw_bdd got = pw_bdd_and(k->c->m, points, k->c->covers.at[arm.rest].covered);
    k->covered = pw_bdd_or(k->c->m, k->covered, got);
    pw_vec_push(&k->arms, arm);
}

/* ---- which codes of a column are needed ---- */

typedef PW_VEC(struct key) codes; /* (now, next) */

static uint32_t code_of(const uint8_t *values, const unsigned *vars, unsigned bits)
{
    uint32_t code = 0;
    for (unsigned b = 0; b < bits; b++)
        code = code << 1 | (values[vars[b]] == 1);
    return code;
}

struct note_ctx {
    const struct column *col;
    codes *out;
};

static bool note_code(void *arg, const uint8_t *values)
{
    const struct note_ctx *n = arg;
    struct key code = {code_of(values, n->col->now, n->col->bits),
                       n->col->paired ? code_of(values, n->col->next, n->col->bits) : 0};
    pw_vec_push(n->out, code);
    return true;
}

/* The codes of the variables `vars` of the column for which `need` has a point. */
static void needed_codes(const struct make_ctx *k, pw_bdd need, pw_bdd vars, codes *out)
{
    struct pw_bdds *m = k->c->m;
    pw_bdd rest = PW_BDD_TRUE;
    for (pw_bdd s = pw_bdd_support(m, need); !pw_bdd_is_true(s); s = pw_bdd_hi(m, s)) {
        pw_bdd v = pw_bdd_var(m, pw_bdd_top(m, s));
        if (!pw_bdd_implies(m, vars, v)) rest = pw_bdd_and(m, rest, v);
    }
    struct note_ctx n = {k->col, out};
    pw_bdd_points(m, pw_bdd_exists(m, need, rest), vars, note_code, &n);
}

/* ---- one kind of literal after the other, smallest first ---- */

/* What is left to cover once everything that the larger literals may cover is set aside. */
static pw_bdd left(const struct make_ctx *k, const pw_bdd *larger, size_t n)
{
    struct pw_bdds *m = k->c->m;
    pw_bdd r = pw_bdd_diff(m, k->lower, k->covered);
    for (size_t i = 0; i < n; i++)
        r = pw_bdd_diff(m, r, larger[i]);
    return r;
}

static void add_point_arms(struct make_ctx *k, pw_bdd need, pw_bdd upper)
{
    struct pw_bdds *m = k->c->m;
    codes list = {0};
    needed_codes(k, need, k->col->both, &list);
    for (size_t i = 0; i < list.n; i++) {
        pw_bdd points = code_cube(m, k->col->now, k->col->bits, list.at[i].lower);
        if (k->col->paired)
            points =
                pw_bdd_and(m, points, code_cube(m, k->col->next, k->col->bits, list.at[i].upper));
        struct arm arm = {PW_ENTRY_VALUE, PW_ENTRY_VALUE, list.at[i].lower, list.at[i].upper, 0};
        add_arm(k, arm, points, pw_bdd_cofactor(m, need, points),
                pw_bdd_cofactor(m, upper, points));
    }
    pw_vec_clear(&list);
}

/* Literals that fix one side of the pair and leave the other free. */
static void add_side_arms(struct make_ctx *k, pw_bdd need, pw_bdd upper, enum pw_when fixed)
{
    struct pw_bdds *m = k->c->m;
    const struct column *col = k->col;
    codes list = {0};
    needed_codes(k, need, fixed == PW_NOW ? col->now_vars : col->next_vars, &list);
    for (size_t i = 0; i < list.n; i++) {
        uint32_t code = fixed == PW_NOW ? list.at[i].lower : list.at[i].upper;
        pw_bdd points = code_cube(m, fixed == PW_NOW ? col->now : col->next, col->bits, code);
        pw_bdd part = pw_bdd_and_exists(m, need, points, col->both);
        struct arm arm = fixed == PW_NOW ? (struct arm){PW_ENTRY_VALUE, PW_ENTRY_FREE, code, 0, 0}
                                         : (struct arm){PW_ENTRY_FREE, PW_ENTRY_VALUE, 0, code, 0};
        add_arm(k, arm, points, part, pw_bdd_cofactor(m, upper, points));
    }
    pw_vec_clear(&list);
}

static void split_pair(struct make_ctx *k, pw_bdd upper)
{
    struct pw_bdds *m = k->c->m;
    const struct column *col = k->col;
    pw_bdd any_now = for_all(m, upper, col->now_vars), any_next = for_all(m, upper, col->next_vars);
    pw_bdd any = for_all(m, any_now, col->next_vars);
    pw_bdd diagonal = for_all(m, pw_bdd_ite(m, col->keep, upper, PW_BDD_TRUE), col->both);
    pw_bdd larger[] = {any, pw_bdd_and(m, col->keep, diagonal), any_next, any_now};
    add_point_arms(k, left(k, larger, 4), upper);
    add_side_arms(k, left(k, larger, 3), any_now, PW_NEXT);
    add_side_arms(k, left(k, larger, 2), any_next, PW_NOW);
    pw_bdd need = pw_bdd_and_exists(m, left(k, larger, 1), col->keep, col->both);
    add_arm(k, (struct arm){PW_ENTRY_FREE, PW_ENTRY_KEEP, 0, 0, 0}, col->keep, need, diagonal);
    need = pw_bdd_exists(m, left(k, larger, 0), col->both);
    add_arm(k, (struct arm){PW_ENTRY_FREE, PW_ENTRY_FREE, 0, 0, 0}, PW_BDD_TRUE, need, any);
}

static void split_single(struct make_ctx *k, pw_bdd upper)
{
    struct pw_bdds *m = k->c->m;
    pw_bdd any = for_all(m, upper, k->col->now_vars);
    add_point_arms(k, left(k, &any, 1), upper);
    pw_bdd need = pw_bdd_exists(m, left(k, &any, 0), k->col->now_vars);
    add_arm(k, (struct arm){PW_ENTRY_FREE, PW_ENTRY_FREE, 0, 0, 0}, PW_BDD_TRUE, need, any);
}

/* ---- memo ---- */

static bool same_key(const void *objects, uint32_t i, const void *key)
{
    const struct cover_ctx *c = objects;
    const struct key *k = key;
    return c->keys.at[i].lower == k->lower && c->keys.at[i].upper == k->upper;
}

static uint32_t add_cover(struct cover_ctx *c, const struct make_ctx *k)
{
    struct cover node = {(uint32_t)(k->col - c->columns.at), (uint32_t)c->arms.n,
                         (uint32_t)k->arms.n, k->covered};
    for (size_t i = 0; i < k->arms.n; i++)
        pw_vec_push(&c->arms, k->arms.at[i]);
    pw_vec_push(&c->covers, node);
    return (uint32_t)c->covers.n - 1;
}

/* A cover of all points of `lower` within `upper`. Pre: lower => upper. Depth: one level per
 * column. */
static uint32_t cover(struct cover_ctx *c, pw_bdd lower, pw_bdd upper)
{
    if (pw_bdd_is_false(lower)) return 0;
    if (pw_bdd_is_true(upper)) return 1;
    struct key key = {lower.i, upper.i};
    uint64_t hash = pw_hash_mix(lower.i, upper.i);
    int64_t known = pw_table_find(&c->index, hash, same_key, c, &key);
    if (known >= 0) return c->results.at[known];
    unsigned a = pw_bdd_top(c->m, lower), b = pw_bdd_top(c->m, upper);
    struct make_ctx k = {.c = c,
                         .col = &c->columns.at[c->column_of[a < b ? a : b]],
                         .lower = lower,
                         .covered = PW_BDD_FALSE};
    if (k.col->paired)
        split_pair(&k, upper);
    else
        split_single(&k, upper);
    assert(pw_bdd_implies(c->m, lower, k.covered) && pw_bdd_implies(c->m, k.covered, upper));
    uint32_t result = add_cover(c, &k);
    pw_vec_clear(&k.arms);
    pw_table_add(&c->index, hash, (uint32_t)c->keys.n);
    pw_vec_push(&c->keys, key);
    pw_vec_push(&c->results, result);
    return result;
}

/* ---- cubes ---- */

static void set_entry(const struct cover_ctx *c, struct pw_row *r, const struct column *col,
                      enum pw_when when, enum pw_entry_kind kind, uint32_t code)
{
    const struct pw_field *f = &pw_dual_fields(c->t, col->role, col->template)->at[col->field];
    struct pw_entry e = {kind, kind == PW_ENTRY_VALUE ? f->lo + (int64_t)code : 0};
    pw_row_entries(r, col->role, when)[col->field] = e;
}

static void set_column(const struct cover_ctx *c, struct pw_row *r, const struct column *col,
                       const struct arm *arm)
{
    if (col->kind == COL_LOC) {
        r->passive_loc = arm->now_kind == PW_ENTRY_VALUE
                             ? c->t->templates.at[c->passive].locs.at[arm->now]
                             : PW_NO_INDEX;
        return;
    }
    set_entry(c, r, col, PW_NOW, arm->now_kind, arm->now);
    if (col->paired) set_entry(c, r, col, PW_NEXT, arm->next_kind, arm->next);
}

static bool emit_cubes(const struct cover_ctx *c, uint32_t number, struct pw_row *r, pw_row_fn *fn,
                       void *arg)
{
    static const struct arm free_arm = {PW_ENTRY_FREE, PW_ENTRY_FREE, 0, 0, 0};
    pw_limits_poll();
    if (number == 0) return true;
    if (number == 1) return fn(arg, r);
    assert(number < c->covers.n);
    const struct cover *node = &c->covers.at[number];
    assert(node->column < c->columns.n);
    const struct column *col = &c->columns.at[node->column];
    bool on = true;
    for (uint32_t i = 0; on && i < node->n_arms; i++) {
        assert(node->first_arm + i < c->arms.n);
        const struct arm *arm = &c->arms.at[node->first_arm + i];
        set_column(c, r, col, arm);
        on = emit_cubes(c, arm->rest, r, fn, arg);
    }
    set_column(c, r, col, &free_arm);
    return on;
}

/* A field with a single value has no variables; its entries are free. */
static bool cover_and_emit(struct cover_ctx *c, pw_bdd rows, pw_bdd valid, pw_row_fn *fn, void *arg)
{
    uint32_t number = cover(c, rows, pw_bdd_or(c->m, rows, pw_bdd_not(c->m, valid)));
    struct pw_row *r = pw_row_new(c->t, c->active, c->passive);
    bool all = emit_cubes(c, number, r, fn, arg);
    pw_row_free(r);
    finish(c);
    return all;
}

bool pw_rows_cover(struct pw_dual *t, uint32_t active, uint32_t passive, pw_bdd rows, pw_row_fn *fn,
                   void *arg)
{
    struct cover_ctx c;
    start(&c, t, active, passive, true);
    return cover_and_emit(&c, rows, pw_dual_valid(t, active, passive), fn, arg);
}

bool pw_rows_of_step(struct pw_dual *t, uint32_t stmt, uint32_t passive, pw_row_fn *fn, void *arg)
{
    return pw_rows_cover(t, t->stmts.at[stmt].template, passive, pw_dual_step(t, stmt, passive), fn,
                         arg);
}

bool pw_rows_of_init(struct pw_dual *t, uint32_t active, uint32_t passive, pw_row_fn *fn, void *arg)
{
    struct cover_ctx c;
    start(&c, t, active, passive, false);
    pw_bdd valid = pw_bdd_and(t->bdds, pw_dual_ranges(t, PW_SHARED, 0, PW_NOW),
                              pw_dual_ranges(t, PW_ACTIVE, active, PW_NOW));
    valid = pw_bdd_and(t->bdds, valid, pw_dual_ranges(t, PW_PASSIVE, passive, PW_NOW));
    return cover_and_emit(&c, pw_dual_init(t, active, passive), valid, fn, arg);
}

static bool count_row(void *arg, const struct pw_row *r)
{
    (void)r;
    ++*(size_t *)arg;
    return true;
}

size_t pw_rows_count(struct pw_dual *t)
{
    size_t n = 0;
    for (uint32_t s = 0; s < t->stmts.n; s++)
        for (uint32_t q = 0; q < t->templates.n; q++)
            pw_rows_of_step(t, s, q, count_row, &n);
    return n;
}
