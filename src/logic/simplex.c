#include "logic/simplex.h"

#include <assert.h>
#include <string.h>

#include "base/limits.h"

enum { LOWER, UPPER };

void pw_simplex_init(struct pw_simplex *s)
{
    memset(s, 0, sizeof *s);
}

void pw_simplex_clear(struct pw_simplex *s)
{
    for (size_t i = 0; i < s->vars.n; i++) {
        pw_rat_clear(&s->vars.at[i].value);
        pw_int_clear(&s->vars.at[i].bound[0]);
        pw_int_clear(&s->vars.at[i].bound[1]);
    }
    for (size_t i = 0; i < s->rows.n; i++) {
        for (size_t j = 0; j < s->width; j++)
            pw_int_clear(&s->rows.at[i][j]);
        PW_FREES(s->rows.at[i], s->width);
        pw_int_clear(&s->dens.at[i]);
    }
    for (size_t i = 0; i < s->undo.n; i++)
        pw_int_clear(&s->undo.at[i].bound);
    pw_vec_clear(&s->vars);
    pw_vec_clear(&s->owner);
    pw_vec_clear(&s->basic);
    pw_vec_clear(&s->rows);
    pw_vec_clear(&s->dens);
    pw_vec_clear(&s->undo);
    pw_vec_clear(&s->queue);
}

/* Variables. */

static uint32_t new_var(struct pw_simplex *s, bool basic, uint32_t at)
{
    struct pw_simplex_var var = {.basic = basic, .column = !basic, .at = at};
    pw_rat_init(&var.value);
    pw_int_init(&var.bound[0]);
    pw_int_init(&var.bound[1]);
    pw_vec_push(&s->vars, var);
    return (uint32_t)s->vars.n - 1;
}

static void widen(struct pw_simplex *s)
{
    size_t width = s->width ? 2 * s->width : 8;
    for (size_t i = 0; i < s->rows.n; i++) {
        s->rows.at[i] =
            pw_mem_resize(s->rows.at[i], s->width * sizeof(pw_int), width * sizeof(pw_int));
        for (size_t j = s->width; j < width; j++)
            pw_int_init(&s->rows.at[i][j]);
    }
    s->width = width;
}

uint32_t pw_simplex_new_column(struct pw_simplex *s)
{
    if (s->owner.n == s->width) widen(s);
    uint32_t var = new_var(s, false, (uint32_t)s->owner.n);
    pw_vec_push(&s->owner, var);
    return var;
}

/* row (denominator *den) += c * x, where the basic x stands for its row */
static void add_basic(struct pw_simplex *s, pw_int *row, pw_int *den, uint32_t r, const pw_int *c)
{
    pw_int g, mine, theirs;
    pw_int_init(&g);
    pw_int_init(&mine);
    pw_int_init(&theirs);
    assert(r < s->dens.n);
    pw_int_gcd(&g, den, &s->dens.at[r]);
    pw_int_divexact(&mine, &s->dens.at[r], &g); /* den * mine is the common denominator */
    pw_int_mul(&theirs, den, c);
    pw_int_divexact(&theirs, &theirs, &g);
    for (size_t j = 0; j < s->owner.n; j++) {
        pw_int_mul(&row[j], &row[j], &mine);
        assert(r < s->rows.n);
        pw_int_addmul(&row[j], &theirs, &s->rows.at[r][j]);
    }
    pw_int_mul(den, den, &mine);
    pw_int_clear(&g);
    pw_int_clear(&mine);
    pw_int_clear(&theirs);
}

/* Divides out the common factor of a row and its denominator. */
static void primitive(struct pw_simplex *s, pw_int *row, pw_int *den)
{
    if (pw_int_is_one(den)) return;
    pw_int g;
    pw_int_init_set(&g, den);
    for (size_t j = 0; j < s->owner.n && !pw_int_is_one(&g); j++)
        if (pw_int_sgn(&row[j])) pw_int_gcd(&g, &g, &row[j]);
    if (!pw_int_is_one(&g)) {
        pw_int_divexact(den, den, &g);
        for (size_t j = 0; j < s->owner.n; j++)
            if (pw_int_sgn(&row[j])) pw_int_divexact(&row[j], &row[j], &g);
    }
    pw_int_clear(&g);
}

static void row_value(const struct pw_simplex *s, size_t r, pw_rat *value)
{
    pw_int zero;
    pw_int_init(&zero);
    pw_rat_set_int(value, &zero);
    pw_int_clear(&zero);
    for (size_t j = 0; j < s->owner.n; j++)
        if (pw_int_sgn(&s->rows.at[r][j]))
            pw_rat_add_mul_frac(value, &s->vars.at[s->owner.at[j]].value, &s->rows.at[r][j],
                                &s->dens.at[r]);
}

uint32_t pw_simplex_new_row(struct pw_simplex *s, const uint32_t *columns, const pw_int *coefs,
                            size_t n)
{
    pw_int *row = pw_int_array_new(s->width), den;
    pw_int_init_si(&den, 1);
    for (size_t i = 0; i < n; i++) {
        const struct pw_simplex_var *x = &s->vars.at[columns[i]];
        assert(x->column);
        if (x->basic)
            add_basic(s, row, &den, x->at, &coefs[i]);
        else
            pw_int_addmul(&row[x->at], &coefs[i], &den);
    }
    primitive(s, row, &den);
    uint32_t var = new_var(s, true, (uint32_t)s->rows.n);
    pw_vec_push(&s->rows, row);
    pw_vec_push(&s->dens, den);
    pw_vec_push(&s->basic, var);
    assert(var < s->vars.n);
    row_value(s, s->rows.n - 1, &s->vars.at[var].value);
    return var;
}

/* Bounds. */

static void suspect(struct pw_simplex *s, uint32_t var)
{
    if (s->vars.at[var].queued) return;
    assert(var < s->vars.n);
    s->vars.at[var].queued = true;
    pw_vec_push(&s->queue, var);
}

/* -1: below the lower bound, 1: above the upper one, 0: within */
static int outside(const struct pw_simplex_var *v)
{
    if (v->has[LOWER] && pw_rat_cmp_int(&v->value, &v->bound[LOWER]) < 0) return -1;
    if (v->has[UPPER] && pw_rat_cmp_int(&v->value, &v->bound[UPPER]) > 0) return 1;
    return 0;
}

/* Moves a nonbasic variable to a value; rows follow. */
static void simplex_move(struct pw_simplex *s, uint32_t var, const pw_rat *value)
{
    assert(var < s->vars.n);
    struct pw_simplex_var *v = &s->vars.at[var];
    pw_rat delta;
    assert(!v->basic);
    pw_rat_init(&delta);
    pw_rat_sub(&delta, value, &v->value);
    for (size_t r = 0; r < s->rows.n; r++) {
        const pw_int *a = &s->rows.at[r][v->at];
        if (!pw_int_sgn(a)) continue;
        struct pw_simplex_var *b = &s->vars.at[s->basic.at[r]];
        pw_rat_add_mul_frac(&b->value, &delta, a, &s->dens.at[r]);
        if (b->has[LOWER] || b->has[UPPER]) suspect(s, s->basic.at[r]);
    }
    pw_rat_set(&v->value, value);
    pw_rat_clear(&delta);
}

static void move_to_int(struct pw_simplex *s, uint32_t var, const pw_int *value)
{
    pw_rat q;
    pw_rat_init(&q);
    pw_rat_set_int(&q, value);
    simplex_move(s, var, &q);
    pw_rat_clear(&q);
}

static void remember(struct pw_simplex *s, uint32_t var, int side)
{
    assert(var < s->vars.n);
    struct pw_simplex_var *v = &s->vars.at[var];
    struct pw_simplex_undo u = {
        .var = var, .tag = v->tag[side], .side = (uint8_t)side, .had = v->has[side]};
    pw_int_init_set(&u.bound, &v->bound[side]);
    pw_vec_push(&s->undo, u);
}

bool pw_simplex_assert(struct pw_simplex *s, uint32_t var, int side, const pw_int *bound,
                       uint32_t tag, pw_uints *tags)
{
    assert(var < s->vars.n);
    struct pw_simplex_var *v = &s->vars.at[var];
    int sign = side == UPPER ? 1 : -1;
    if (v->has[side] && sign * pw_int_cmp(bound, &v->bound[side]) >= 0) return true;
    if (v->has[!side] && sign * pw_int_cmp(bound, &v->bound[!side]) < 0) {
        pw_vec_push(tags, v->tag[!side]);
        pw_vec_push(tags, tag);
        return false;
    }
    remember(s, var, side);
    v->has[side] = true;
    v->tag[side] = tag;
    pw_int_set(&v->bound[side], bound);
    if (!outside(v)) return true;
    if (v->basic)
        suspect(s, var);
    else
        move_to_int(s, var, bound);
    return true;
}

void pw_simplex_backtrack(struct pw_simplex *s, size_t mark)
{
    while (s->undo.n > mark) {
        struct pw_simplex_undo u = pw_vec_pop(&s->undo);
        assert(u.var < s->vars.n);
        struct pw_simplex_var *v = &s->vars.at[u.var];
        v->has[u.side] = u.had;
        v->tag[u.side] = u.tag;
        pw_int_swap(&v->bound[u.side], &u.bound);
        pw_int_clear(&u.bound);
    }
}

/* Pivoting. */

/* Solves row r for the variable of column j: den * b = sum a_k x_k becomes a_j * x_j = den * b -
 * sum over k != j of a_k x_k, signs such
 * that the new denominator |a_j| is positive. */
static void turn_row(struct pw_simplex *s, size_t r, size_t j)
{
    assert(r < s->rows.n);
    assert(r < s->dens.n);
    pw_int *row = s->rows.at[r], *den = &s->dens.at[r];
    bool positive = pw_int_sgn(&row[j]) > 0;
    pw_int_swap(den, &row[j]);
    if (positive) {
        for (size_t k = 0; k < s->owner.n; k++)
            if (k != j && pw_int_sgn(&row[k])) pw_int_neg(&row[k], &row[k]);
    } else {
        pw_int_neg(den, den);
        pw_int_neg(&row[j], &row[j]);
    }
}

/* Replaces x_j (now basic in row r) in row i:  den_i * b = ... + e * x_j. */
static void eliminate(struct pw_simplex *s, size_t i, size_t r, size_t j)
{
    assert(i < s->rows.n);
    pw_int *row = s->rows.at[i];
    assert(r < s->rows.n);
    const pw_int *pivot = s->rows.at[r];
    pw_int e, f, g;
    pw_int_init(&e);
    pw_int_init(&f);
    pw_int_init(&g);
    assert(r < s->dens.n);
    pw_int_gcd(&g, &s->dens.at[r], &row[j]);
    pw_int_divexact(&f, &s->dens.at[r], &g);
    pw_int_divexact(&e, &row[j], &g);
    pw_int_set_si(&row[j], 0);
    bool scale = !pw_int_is_one(&f);
    for (size_t k = 0; k < s->owner.n; k++) {
        if (scale && pw_int_sgn(&row[k])) pw_int_mul(&row[k], &row[k], &f);
        if (pw_int_sgn(&pivot[k])) pw_int_addmul(&row[k], &e, &pivot[k]);
    }
    if (scale) pw_int_mul(&s->dens.at[i], &s->dens.at[i], &f);
    assert(i < s->dens.n);
    primitive(s, row, &s->dens.at[i]);
    pw_int_clear(&e);
    pw_int_clear(&f);
    pw_int_clear(&g);
}

static void pivot(struct pw_simplex *s, size_t r, size_t j)
{
    assert(r < s->basic.n);
    assert(j < s->owner.n);
    uint32_t leaving = s->basic.at[r], entering = s->owner.at[j];
    turn_row(s, r, j);
    for (size_t i = 0; i < s->rows.n; i++)
        if (i != r && pw_int_sgn(&s->rows.at[i][j])) eliminate(s, i, r, j);
    s->basic.at[r] = entering;
    s->owner.at[j] = leaving;
    assert(entering < s->vars.n);
    s->vars.at[entering].basic = true;
    s->vars.at[entering].at = (uint32_t)r;
    assert(leaving < s->vars.n);
    s->vars.at[leaving].basic = false;
    s->vars.at[leaving].at = (uint32_t)j;
    s->pivots++;
    pw_limits_poll();
}

/* Moves the basic variable of row r onto its bound on that side by changing x_j, then swaps the
 * two. */
static void pivot_and_move(struct pw_simplex *s, size_t r, size_t j, int side)
{
    assert(r < s->basic.n);
    struct pw_simplex_var *b = &s->vars.at[s->basic.at[r]];
    pw_rat target, step;
    pw_rat_init(&target);
    pw_rat_init(&step);
    pw_rat_set_int(&target, &b->bound[side]);
    pw_rat_sub(&step, &target, &b->value);
    assert(r < s->dens.n);
    assert(r < s->rows.n);
    pw_rat_mul_frac(&step, &step, &s->dens.at[r], &s->rows.at[r][j]);
    assert(j < s->owner.n);
    uint32_t entering = s->owner.at[j];
    assert(entering < s->vars.n);
    pw_rat_add(&target, &s->vars.at[entering].value, &step);
    simplex_move(s, entering, &target);
    pivot(s, r, j);
    if (s->vars.at[entering].has[LOWER] || s->vars.at[entering].has[UPPER]) suspect(s, entering);
    pw_rat_clear(&target);
    pw_rat_clear(&step);
}

/* May x_j move so that a * x_j changes in the direction (+1 up, -1 down)? */
static bool can_move(const struct pw_simplex_var *x, int a_sign, int direction)
{
    if (a_sign * direction > 0)
        return !x->has[UPPER] || pw_rat_cmp_int(&x->value, &x->bound[UPPER]) < 0;
    return !x->has[LOWER] || pw_rat_cmp_int(&x->value, &x->bound[LOWER]) > 0;
}

/* Entering column for row r: the smallest variable number (Bland), or before that rule is needed
 * one with an easy coefficient. */
static size_t choose_column(const struct pw_simplex *s, size_t r, int direction, bool bland)
{
    size_t best = s->owner.n;
    bool best_easy = false, best_free = false;
    for (size_t j = 0; j < s->owner.n; j++) {
        assert(r < s->rows.n);
        const pw_int *a = &s->rows.at[r][j];
        if (!pw_int_sgn(a)) continue;
        const struct pw_simplex_var *x = &s->vars.at[s->owner.at[j]];
        if (!can_move(x, pw_int_sgn(a), direction)) continue;
        bool is_free = !bland && !x->has[LOWER] && !x->has[UPPER];
        bool easy = !bland && (pw_int_cmp_si(a, 1) == 0 || pw_int_cmp_si(a, -1) == 0);
        bool better =
            best == s->owner.n || is_free > best_free ||
            (is_free == best_free && easy > best_easy) ||
            (is_free == best_free && easy == best_easy && s->owner.at[j] < s->owner.at[best]);
        if (!better) continue;
        best = j;
        best_easy = easy;
        best_free = is_free;
    }
    return best;
}

/* Why row r cannot go on in the direction: the bounds of the columns that it depends on. */
static void explain_limit(const struct pw_simplex *s, size_t r, int direction, pw_uints *tags)
{
    for (size_t j = 0; j < s->owner.n; j++) {
        assert(r < s->rows.n);
        int sign = pw_int_sgn(&s->rows.at[r][j]);
        if (sign)
            pw_vec_push(tags, s->vars.at[s->owner.at[j]].tag[sign * direction > 0 ? UPPER : LOWER]);
    }
}

static void explain_row(const struct pw_simplex *s, size_t r, int direction, pw_uints *tags)
{
    assert(r < s->basic.n);
    const struct pw_simplex_var *b = &s->vars.at[s->basic.at[r]];
    pw_vec_push(tags, b->tag[direction > 0 ? LOWER : UPPER]);
    explain_limit(s, r, direction, tags);
}

/* The violated basic variable with the smallest number. Shrinks the queue to the variables that are
 * outside. */
static bool next_violated(struct pw_simplex *s, uint32_t *var)
{
    size_t kept = 0;
    bool found = false;
    for (size_t i = 0; i < s->queue.n; i++) {
        uint32_t v = s->queue.at[i];
        if (!s->vars.at[v].basic || !outside(&s->vars.at[v])) {
            assert(v < s->vars.n);
            s->vars.at[v].queued = false;
            continue;
        }
        s->queue.at[kept++] = v;
        if (!found || v < *var) *var = v;
        found = true;
    }
    s->queue.n = kept;
    return found;
}

bool pw_simplex_check(struct pw_simplex *s, pw_uints *tags)
{
    uint32_t var = 0;
    for (uint64_t steps = 0; next_violated(s, &var); steps++) {
        assert(var < s->vars.n);
        size_t r = s->vars.at[var].at;
        int direction = -outside(&s->vars.at[var]);
        size_t j = choose_column(s, r, direction, steps > 30);
        if (j == s->owner.n) {
            explain_row(s, r, direction, tags);
            return false;
        }
        pivot_and_move(s, r, j, direction > 0 ? LOWER : UPPER);
    }
    return true;
}

/* Optimisation. */

struct limit {
    pw_rat step;  /* how far the entering variable may go, signed */
    size_t row;   /* that stops it; rows.n: its own bound */
    uint32_t var; /* whose bound that is */
    bool any;
};

static void tighten(struct limit *l, const pw_rat *room, int direction, size_t row, uint32_t var)
{
    int order = l->any ? direction * pw_rat_cmp(room, &l->step) : -1;
    if (order > 0 || (order == 0 && var > l->var)) return;
    pw_rat_set(&l->step, room);
    l->row = row;
    l->var = var;
    l->any = true;
}

/* The tightest limit for x_j in the direction; ties by variable number (Bland). */
static void ratio_test(const struct pw_simplex *s, size_t j, int direction, struct limit *l)
{
    assert(j < s->owner.n);
    const struct pw_simplex_var *x = &s->vars.at[s->owner.at[j]];
    pw_rat room;
    pw_rat_init(&room);
    l->any = false;
    int own = direction > 0 ? UPPER : LOWER;
    if (x->has[own]) {
        pw_rat_set_int(&room, &x->bound[own]);
        pw_rat_sub(&room, &room, &x->value);
        tighten(l, &room, direction, s->rows.n, s->owner.at[j]);
    }
    for (size_t r = 0; r < s->rows.n; r++) {
        const pw_int *a = &s->rows.at[r][j];
        const struct pw_simplex_var *b = &s->vars.at[s->basic.at[r]];
        int side = pw_int_sgn(a) * direction > 0 ? UPPER : LOWER;
        if (!pw_int_sgn(a) || !b->has[side]) continue;
        pw_rat_set_int(&room, &b->bound[side]);
        pw_rat_sub(&room, &room, &b->value);
        pw_rat_mul_frac(&room, &room, &s->dens.at[r], a);
        tighten(l, &room, direction, r, s->basic.at[r]);
    }
    pw_rat_clear(&room);
}

static void take_step(struct pw_simplex *s, size_t j, const struct limit *l)
{
    assert(j < s->owner.n);
    uint32_t x = s->owner.at[j];
    pw_rat target;
    pw_rat_init(&target);
    assert(x < s->vars.n);
    pw_rat_add(&target, &s->vars.at[x].value, &l->step);
    simplex_move(s, x, &target);
    pw_rat_clear(&target);
    if (l->row < s->rows.n) pivot(s, l->row, j);
}

/* Makes a nonbasic variable basic in some row where it occurs; false if it occurs in none. */
static bool make_basic(struct pw_simplex *s, uint32_t var)
{
    assert(var < s->vars.n);
    size_t j = s->vars.at[var].at;
    for (size_t r = 0; r < s->rows.n; r++) {
        if (!pw_int_sgn(&s->rows.at[r][j])) continue;
        pivot(s, r, j);
        return true;
    }
    return false;
}

bool pw_simplex_optimise(struct pw_simplex *s, uint32_t var, int side)
{
    int direction = side == UPPER ? 1 : -1;
    struct limit l = {.any = true};
    if (!s->vars.at[var].basic && !make_basic(s, var)) {
        if (s->vars.at[var].has[side]) move_to_int(s, var, &s->vars.at[var].bound[side]);
        assert(var < s->vars.n);
        return s->vars.at[var].has[side];
    }
    pw_rat_init(&l.step);
    while (s->vars.at[var].basic) {
        size_t r = s->vars.at[var].at, j = choose_column(s, r, direction, true);
        if (j == s->owner.n) break;
        assert(r < s->rows.n);
        ratio_test(s, j, pw_int_sgn(&s->rows.at[r][j]) * direction, &l);
        if (!l.any) break;
        take_step(s, j, &l); /* var leaves the basis when its own bound is the limit */
    }
    pw_rat_clear(&l.step);
    return l.any;
}

void pw_simplex_explain_optimum(const struct pw_simplex *s, uint32_t var, int side, pw_uints *tags)
{
    assert(var < s->vars.n);
    const struct pw_simplex_var *v = &s->vars.at[var];
    if (v->basic)
        explain_limit(s, v->at, side == UPPER ? 1 : -1, tags);
    else {
        assert(v->has[side] && pw_rat_cmp_int(&v->value, &v->bound[side]) == 0);
        pw_vec_push(tags, v->tag[side]);
    }
}
