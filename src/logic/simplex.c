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
        pw_int_clear(&s->vars.at[i].num);
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
    pw_int_init(&var.num);
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

/* Divides out what the row has in common with g, which divides its denominator. That divides num,
 * too, a sum of integer multiples of the row's numbers. */
static void divide_out(struct pw_simplex *s, pw_int *row, pw_int *den, pw_int *num, pw_int *g)
{
    assert(pw_int_sgn(g) > 0 && pw_int_sgn(den) > 0);
    for (size_t j = 0; j < s->owner.n && !pw_int_is_one(g); j++)
        if (pw_int_sgn(&row[j])) pw_int_gcd(g, g, &row[j]);
    if (pw_int_is_one(g)) return;
    pw_int_divexact(den, den, g);
    pw_int_divexact(num, num, g);
    for (size_t j = 0; j < s->owner.n; j++)
        if (pw_int_sgn(&row[j])) pw_int_divexact(&row[j], &row[j], g);
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
    uint32_t var = new_var(s, true, (uint32_t)s->rows.n);
    assert(var < s->vars.n);
    pw_int *num = &s->vars.at[var].num;
    for (size_t j = 0; j < s->owner.n; j++)
        pw_int_addmul(num, &row[j], &s->vars.at[s->owner.at[j]].num);
    pw_int g;
    pw_int_init_set(&g, &den);
    divide_out(s, row, &den, num, &g);
    pw_int_clear(&g);
    pw_vec_push(&s->rows, row);
    pw_vec_push(&s->dens, den);
    pw_vec_push(&s->basic, var);
    return var;
}

/* Values. */

int pw_simplex_cmp(const struct pw_simplex *s, uint32_t var, const pw_int *k)
{
    assert(var < s->vars.n);
    const struct pw_simplex_var *v = &s->vars.at[var];
    if (!v->basic || pw_int_is_one(&s->dens.at[v->at])) return pw_int_cmp(&v->num, k);
    pw_int scaled;
    pw_int_init(&scaled);
    pw_int_mul(&scaled, k, &s->dens.at[v->at]);
    int order = pw_int_cmp(&v->num, &scaled);
    pw_int_clear(&scaled);
    return order;
}

bool pw_simplex_is_int(const struct pw_simplex *s, uint32_t var)
{
    assert(var < s->vars.n);
    const struct pw_simplex_var *v = &s->vars.at[var];
    if (!v->basic || pw_int_is_one(&s->dens.at[v->at])) return true;
    pw_int rest;
    pw_int_init(&rest);
    pw_int_fdiv_r(&rest, &v->num, &s->dens.at[v->at]);
    bool is = !pw_int_sgn(&rest);
    pw_int_clear(&rest);
    return is;
}

void pw_simplex_value(const struct pw_simplex *s, uint32_t var, pw_rat *value)
{
    assert(var < s->vars.n);
    const struct pw_simplex_var *v = &s->vars.at[var];
    if (v->basic)
        pw_rat_set_frac(value, &v->num, &s->dens.at[v->at]);
    else
        pw_rat_set_int(value, &v->num);
}

void pw_simplex_floor(const struct pw_simplex *s, uint32_t var, int64_t scale, pw_int *floor)
{
    assert(var < s->vars.n);
    const struct pw_simplex_var *v = &s->vars.at[var];
    pw_int_set_si(floor, scale);
    pw_int_mul(floor, floor, &v->num);
    if (v->basic) pw_int_fdiv_q(floor, floor, &s->dens.at[v->at]);
}

void pw_simplex_ceil(const struct pw_simplex *s, uint32_t var, pw_int *ceil)
{
    assert(var < s->vars.n);
    const struct pw_simplex_var *v = &s->vars.at[var];
    pw_int_set(ceil, &v->num);
    if (v->basic) pw_int_cdiv_q(ceil, ceil, &s->dens.at[v->at]);
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
static int outside(const struct pw_simplex *s, uint32_t var)
{
    assert(var < s->vars.n);
    const struct pw_simplex_var *v = &s->vars.at[var];
    if (v->has[LOWER] && pw_simplex_cmp(s, var, &v->bound[LOWER]) < 0) return -1;
    if (v->has[UPPER] && pw_simplex_cmp(s, var, &v->bound[UPPER]) > 0) return 1;
    return 0;
}

static void suspect_row(struct pw_simplex *s, size_t r)
{
    assert(r < s->basic.n);
    const struct pw_simplex_var *b = &s->vars.at[s->basic.at[r]];
    if (b->has[LOWER] || b->has[UPPER]) suspect(s, s->basic.at[r]);
}

/* Moves a nonbasic variable to a value; rows follow. */
static void simplex_move(struct pw_simplex *s, uint32_t var, const pw_int *value)
{
    assert(var < s->vars.n);
    struct pw_simplex_var *v = &s->vars.at[var];
    pw_int delta;
    assert(!v->basic);
    pw_int_init(&delta);
    pw_int_sub(&delta, value, &v->num);
    assert(v->at < s->owner.n);
    for (size_t r = 0; r < s->rows.n; r++) {
        const pw_int *a = &s->rows.at[r][v->at];
        if (!pw_int_sgn(a)) continue;
        pw_int_addmul(&s->vars.at[s->basic.at[r]].num, &delta, a);
        suspect_row(s, r);
    }
    pw_int_set(&v->num, value);
    pw_int_clear(&delta);
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
    if (!outside(s, var)) return true;
    if (v->basic)
        suspect(s, var);
    else
        simplex_move(s, var, bound);
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

/* f * row i + e * row r will be without x_j, which is basic in row r now. *g, if it is not 0, has
 * all but a small part of what the new row and its denominator will have in common, and divides the
 * denominator.
 *
 * All numbers are minors of the matrix of definitions, up to factors, and the minor of the old
 * basis divides the new row, as in Bareiss' elimination. Both old denominators are that minor, up
 * to factors again. So their common divisor, which Euclid finds in few steps, serves for large
 * numbers, where full divisors are dear; one time in eight these are found all the same, lest
 * factors pile up. */
static void choose_factors(const struct pw_simplex *s, size_t i, size_t r, size_t j, pw_int *e,
                           pw_int *f, pw_int *g)
{
    enum { FULL = 8 };
    assert(i != r && i < s->rows.n && r < s->rows.n && j < s->owner.n);
    const pw_int *a = &s->rows.at[i][j], *b = &s->dens.at[r], *old = &s->rows.at[r][j];
    assert(pw_int_sgn(a) && pw_int_sgn(b) > 0 && pw_int_sgn(old));
    bool large = !pw_int_fits_si(a) && !pw_int_fits_si(b) && !pw_int_fits_si(old) &&
                 !pw_int_fits_si(&s->dens.at[i]);
    if (large && s->pivots % FULL) {
        pw_int_set(f, b);
        pw_int_set(e, a);
        pw_int_gcd(g, &s->dens.at[i], old);
    } else {
        pw_int_gcd(g, b, a);
        pw_int_divexact(f, b, g);
        pw_int_divexact(e, a, g);
        pw_int_set_si(g, 0);
    }
}

/* Replaces x_j (now basic in row r, with its new value) in row i:  den_i * b = ... + e * x_j, where
 * x_j was `old` so far. */
static void eliminate(struct pw_simplex *s, size_t i, size_t r, size_t j, const pw_int *old,
                      const pw_int *now)
{
    assert(i < s->rows.n && i < s->dens.n && i < s->basic.n);
    assert(r < s->rows.n && r < s->dens.n);
    pw_int *row = s->rows.at[i], *num = &s->vars.at[s->basic.at[i]].num, *den = &s->dens.at[i];
    const pw_int *pivot = s->rows.at[r];
    pw_int e, f, g;
    pw_int_init(&e);
    pw_int_init(&f);
    pw_int_init(&g);
    choose_factors(s, i, r, j, &e, &f, &g);
    pw_int_submul(num, &row[j], old);
    pw_int_set_si(&row[j], 0);
    bool scale = !pw_int_is_one(&f);
    for (size_t k = 0; k < s->owner.n; k++) {
        if (scale && pw_int_sgn(&row[k])) pw_int_mul(&row[k], &row[k], &f);
        if (pw_int_sgn(&pivot[k])) pw_int_addmul(&row[k], &e, &pivot[k]);
    }
    if (scale) {
        pw_int_mul(num, num, &f);
        pw_int_mul(den, den, &f);
    }
    pw_int_addmul(num, &e, now);
    if (!pw_int_sgn(&g)) pw_int_set(&g, den);
    divide_out(s, row, den, num, &g);
    pw_int_clear(&e);
    pw_int_clear(&f);
    pw_int_clear(&g);
}

/* num of x_j when the basic variable of row r is `target` and the other columns stay as they are;
 * its denominator will be |a_rj|. */
static void entering_num(const struct pw_simplex *s, size_t r, size_t j, const pw_int *target,
                         pw_int *num)
{
    assert(r < s->rows.n && r < s->basic.n && j < s->owner.n);
    const pw_int *a = &s->rows.at[r][j];
    assert(pw_int_sgn(a));
    pw_int_mul(num, &s->dens.at[r], target);
    pw_int_sub(num, num, &s->vars.at[s->basic.at[r]].num);
    pw_int_addmul(num, a, &s->vars.at[s->owner.at[j]].num);
    if (pw_int_sgn(a) < 0) pw_int_neg(num, num);
}

/* Moves the basic variable of row r to an integer by changing x_j, then swaps the two. */
static void pivot_to(struct pw_simplex *s, size_t r, size_t j, const pw_int *target)
{
    assert(r < s->basic.n);
    assert(j < s->owner.n);
    uint32_t leaving = s->basic.at[r], entering = s->owner.at[j];
    assert(entering < s->vars.n);
    assert(leaving < s->vars.n);
    struct pw_simplex_var *in = &s->vars.at[entering], *out = &s->vars.at[leaving];
    assert(!in->basic && in->at == j);
    assert(out->basic && out->at == r);
    pw_int now;
    pw_int_init(&now);
    entering_num(s, r, j, target, &now);
    turn_row(s, r, j);
    for (size_t i = 0; i < s->rows.n; i++) {
        if (i == r || !pw_int_sgn(&s->rows.at[i][j])) continue;
        eliminate(s, i, r, j, &in->num, &now);
        suspect_row(s, i);
    }
    pw_int_set(&out->num, target);
    pw_int_swap(&in->num, &now);
    pw_int_clear(&now);
    s->basic.at[r] = entering;
    s->owner.at[j] = leaving;
    in->basic = true;
    in->at = (uint32_t)r;
    out->basic = false;
    out->at = (uint32_t)j;
    suspect_row(s, r);
    s->pivots++;
    pw_limits_poll();
}

/* May x_j move so that a * x_j changes in the direction (+1 up, -1 down)? */
static bool can_move(const struct pw_simplex_var *x, int a_sign, int direction)
{
    assert(!x->basic);
    if (a_sign * direction > 0) return !x->has[UPPER] || pw_int_cmp(&x->num, &x->bound[UPPER]) < 0;
    return !x->has[LOWER] || pw_int_cmp(&x->num, &x->bound[LOWER]) > 0;
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
        if (!s->vars.at[v].basic || !outside(s, v)) {
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
        int direction = -outside(s, var);
        size_t j = choose_column(s, r, direction, steps > 30);
        if (j == s->owner.n) {
            explain_row(s, r, direction, tags);
            return false;
        }
        pivot_to(s, r, j, &s->vars.at[var].bound[direction > 0 ? LOWER : UPPER]);
    }
    return true;
}

/* Optimisation. */

struct limit {
    pw_int num, den; /* the entering variable may move by num / den >= 0, den > 0 */
    size_t row;      /* that stops it; rows.n: its own bound */
    uint32_t var;    /* whose bound that is */
    int side;        /* of that bound */
    bool any;
};

/* l = min(l, |room| / |den|); ties by variable number (Bland). */
static void tighten(struct limit *l, pw_int *room, const pw_int *den, size_t row, uint32_t var,
                    int side)
{
    assert(pw_int_sgn(den));
    pw_int mine, theirs, d;
    pw_int_init(&mine);
    pw_int_init(&theirs);
    pw_int_init(&d);
    pw_int_abs(room, room);
    pw_int_abs(&d, den);
    pw_int_mul(&mine, room, &l->den);
    pw_int_mul(&theirs, &l->num, &d);
    int order = l->any ? pw_int_cmp(&mine, &theirs) : -1;
    if (order < 0 || (order == 0 && var < l->var)) {
        pw_int_set(&l->num, room);
        pw_int_set(&l->den, &d);
        l->row = row;
        l->var = var;
        l->side = side;
        l->any = true;
    }
    pw_int_clear(&mine);
    pw_int_clear(&theirs);
    pw_int_clear(&d);
}

/* The tightest limit for x_j in the direction. */
static void ratio_test(const struct pw_simplex *s, size_t j, int direction, struct limit *l)
{
    assert(j < s->owner.n);
    const struct pw_simplex_var *x = &s->vars.at[s->owner.at[j]];
    pw_int room, one;
    pw_int_init(&room);
    pw_int_init_si(&one, 1);
    l->any = false;
    int own = direction > 0 ? UPPER : LOWER;
    if (x->has[own]) {
        pw_int_sub(&room, &x->bound[own], &x->num);
        tighten(l, &room, &one, s->rows.n, s->owner.at[j], own);
    }
    for (size_t r = 0; r < s->rows.n; r++) {
        const pw_int *a = &s->rows.at[r][j];
        const struct pw_simplex_var *b = &s->vars.at[s->basic.at[r]];
        int side = pw_int_sgn(a) * direction > 0 ? UPPER : LOWER;
        if (!pw_int_sgn(a) || !b->has[side]) continue;
        assert(b->basic && b->at == r);
        /* (bound - num / den) / (a / den) */
        pw_int_mul(&room, &b->bound[side], &s->dens.at[r]);
        pw_int_sub(&room, &room, &b->num);
        tighten(l, &room, a, r, s->basic.at[r], side);
    }
    pw_int_clear(&room);
    pw_int_clear(&one);
}

/* Moves x_j in the direction until a bound stops it; false if none does. */
static bool take_step(struct pw_simplex *s, size_t j, int direction)
{
    struct limit l = {0};
    assert(j < s->owner.n);
    pw_int_init(&l.num);
    pw_int_init(&l.den);
    ratio_test(s, j, direction, &l);
    if (l.any) {
        assert(l.var < s->vars.n && s->vars.at[l.var].has[l.side]);
        const pw_int *bound = &s->vars.at[l.var].bound[l.side];
        if (l.row < s->rows.n)
            pivot_to(s, l.row, j, bound);
        else
            simplex_move(s, l.var, bound);
    }
    pw_int_clear(&l.num);
    pw_int_clear(&l.den);
    return l.any;
}

/* A nonbasic variable moves itself, which makes it basic or ends at its own bound; after that
 * others move, by Bland's rule, and it leaves the basis only at its own bound. */
bool pw_simplex_optimise(struct pw_simplex *s, uint32_t var, int side)
{
    int direction = side == UPPER ? 1 : -1;
    assert(var < s->vars.n);
    if (!s->vars.at[var].basic && !take_step(s, s->vars.at[var].at, direction)) return false;
    while (s->vars.at[var].basic) {
        size_t r = s->vars.at[var].at, j = choose_column(s, r, direction, true);
        if (j == s->owner.n) break;
        assert(r < s->rows.n);
        if (!take_step(s, j, pw_int_sgn(&s->rows.at[r][j]) * direction)) return false;
    }
    return true;
}

void pw_simplex_explain_optimum(const struct pw_simplex *s, uint32_t var, int side, pw_uints *tags)
{
    assert(var < s->vars.n);
    const struct pw_simplex_var *v = &s->vars.at[var];
    if (v->basic)
        explain_limit(s, v->at, side == UPPER ? 1 : -1, tags);
    else {
        assert(v->has[side] && pw_int_eq(&v->num, &v->bound[side]));
        pw_vec_push(tags, v->tag[side]);
    }
}
