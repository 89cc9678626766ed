#include "cover/linear.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "base/order.h"
#include "cover/tableau.h"

enum { MOST_POOL = 4000 };
/* in all, if hardly a question is answered by an invariant */
#define MOST_CELLS_IDLE UINT64_C(300000000)
#define NO_ROW UINT32_MAX

struct weight_in {
    uint32_t invariant;
    int64_t weight;
};
typedef PW_VEC(struct weight_in) weight_list;

struct known {
    struct pw_linear w;
    bool used;
};

struct pw_linears {
    const struct pw_system *sys;
    const struct pw_slice *slice;
    /* of the state inequation: locals with a bound, then globals, then the start */
    uint32_t nrows, ncolumns;
    uint32_t *row_of;   /* per local, or NO_ROW */
    uint32_t *local_of; /* per row */
    uint32_t nlocal_rows;
    PW_VEC(struct pw_tableau_entry) entries;
    struct pw_tableau tableau;
    double *multipliers;
    weight_list *by_row; /* per local row: which invariants weigh it */
    PW_VEC(struct known) pool;
    PW_VEC(int64_t) sums;
    uint64_t asks, asked, excluded, cells_spent;
    bool gave_up; /* the last question was given up */
};

/* ---- exact checks ---- */

static bool add_product(int64_t *sum, int64_t x, int64_t y)
{
    int64_t p;
    return !__builtin_mul_overflow(x, y, &p) && !__builtin_add_overflow(*sum, p, sum);
}

static int64_t weight_of(const struct pw_linear *w, uint32_t local)
{
    size_t at = PW_FIRST(i, 0, w->terms.n, w->terms.at[i].local >= local);
    return at < w->terms.n && w->terms.at[at].local == local ? w->terms.at[at].weight : 0;
}

static int64_t offset_of(const struct pw_linear *w, uint32_t global)
{
    return w->offset ? w->offset[global] : 0;
}

/* sum := w.toks * sign + sum; false on overflow. */
static bool weigh(const struct pw_linear *w, const struct pw_tok *toks, size_t n, int64_t sign,
                  int64_t *sum)
{
    for (size_t i = 0; i < n; i++) {
        int64_t x = weight_of(w, toks[i].local);
        if (x && !add_product(sum, x * sign, toks[i].count)) return false;
    }
    return true;
}

static bool check_trans(const struct pw_system *sys, const struct pw_slice *slice,
                        const struct pw_linear *w, const struct pw_trans *t)
{
    assert(t->relation < sys->relations.n);
    const struct pw_relation *r = &sys->relations.at[t->relation];
    int64_t grown = offset_of(w, t->to) - offset_of(w, t->from);
    if (!weigh(w, sys->tokens.at + t->post, t->npost, 1, &grown) ||
        !weigh(w, sys->tokens.at + t->pre, t->npre, -1, &grown))
        return false;
    if (grown > 0) return false;
    for (uint32_t i = 0; i < r->n; i++)
        if (r->pairs[i].to != PW_SUNK && pw_slice_has(slice, t->from, r->pairs[i].from) &&
            weight_of(w, r->pairs[i].to) > weight_of(w, r->pairs[i].from))
            return false;
    return true;
}

/* The greatest value of w over a box; false if there is none, or on overflow. */
static bool greatest(const struct pw_system *sys, const struct pw_linear *w, const struct pw_box *b,
                     int64_t *out)
{
    assert(b->ranges <= sys->ranges.n);
    const struct pw_range *r = sys->ranges.at + b->ranges;
    uint32_t k = 0;
    *out = offset_of(w, b->global);
    for (size_t i = 0; i < w->terms.n; i++) {
        while (k < b->nranges && r[k].local < w->terms.at[i].local)
            k++;
        bool listed = k < b->nranges && r[k].local == w->terms.at[i].local;
        if (listed ? r[k].many : b->rest_many) return false;
        if (listed && !add_product(out, w->terms.at[i].weight, r[k].hi)) return false;
    }
    return true;
}

bool pw_linear_check(const struct pw_system *sys, const struct pw_slice *slice,
                     const struct pw_linear *w)
{
    int64_t value;
    for (size_t i = 0; i < w->terms.n; i++)
        if (w->terms.at[i].weight <= 0 || w->terms.at[i].weight > INT32_MAX) return false;
    for (size_t i = 0; i < sys->boxes.n; i++)
        if (!greatest(sys, w, &sys->boxes.at[i], &value) || value > w->bound) return false;
    for (size_t i = 0; i < sys->trans.n; i++)
        if (slice->live[i] && !check_trans(sys, slice, w, &sys->trans.at[i])) return false;
    return true;
}

void pw_linear_clear(struct pw_linear *w, uint32_t globals)
{
    pw_vec_clear(&w->terms);
    if (w->offset) PW_FREES(w->offset, globals);
    memset(w, 0, sizeof *w);
}

/* ---- the state inequation as a matrix: -C x <= -u ---- */

static void cell(struct pw_linears *x, uint32_t row, double value)
{
    struct pw_tableau_entry e = {row, x->ncolumns, value};
    if (row != NO_ROW && value != 0) pw_vec_push(&x->entries, e);
}

static uint32_t global_row(const struct pw_linears *x, uint32_t g)
{
    return x->sys->globals > 1 ? x->nlocal_rows + g : NO_ROW;
}
static uint32_t start_row(const struct pw_linears *x)
{
    return x->nrows - 1;
}

/* A local has a row iff no box leaves its number open and the slice does not exclude it
 * everywhere. */
static void number_rows(struct pw_linears *x)
{
    const struct pw_system *sys = x->sys;
    uint8_t *open = PW_NEWS(uint8_t, sys->locals), *seen = PW_NEWS(uint8_t, sys->locals);
    for (size_t i = 0; i < sys->boxes.n; i++) {
        const struct pw_box *b = &sys->boxes.at[i];
        assert(b->ranges <= sys->ranges.n);
        const struct pw_range *r = sys->ranges.at + b->ranges;
        uint32_t k = 0;
        for (uint32_t l = 0; b->rest_many && l < sys->locals; l++) {
            while (k < b->nranges && r[k].local < l)
                k++;
            if (k == b->nranges || r[k].local != l) open[l] = 1;
        }
        for (k = 0; k < b->nranges; k++)
            if (r[k].many) open[r[k].local] = 1;
    }
    for (uint32_t g = 0; g < sys->globals; g++)
        for (uint32_t l = 0; pw_slice_reached(x->slice, g) && l < sys->locals; l++) {
            if (!x->slice->occupied)
                seen[l] = 1;
            else if ((l = (uint32_t)pw_bits_next(x->slice->occupied[g], sys->locals, l)) <
                     sys->locals)
                seen[l] = 1;
        }
    for (uint32_t l = 0; l < sys->locals; l++) {
        x->row_of[l] = NO_ROW;
        if (open[l] || !seen[l]) continue;
        x->local_of[x->nlocal_rows] = l;
        x->row_of[l] = x->nlocal_rows++;
    }
    x->nrows = x->nlocal_rows + (sys->globals > 1 ? sys->globals : 0) + 1;
    PW_FREES(open, sys->locals);
    PW_FREES(seen, sys->locals);
}

static void add_box_column(struct pw_linears *x, const struct pw_box *b)
{
    for (uint32_t k = 0; k < b->nranges; k++) {
        assert(b->ranges + k < x->sys->ranges.n);
        const struct pw_range *r = &x->sys->ranges.at[b->ranges + k];
        if (!r->many) cell(x, x->row_of[r->local], -(double)r->hi);
    }
    cell(x, global_row(x, b->global), -1);
    cell(x, start_row(x), 1);
    x->ncolumns++;
}

static void add_trans_column(struct pw_linears *x, const struct pw_trans *t)
{
    const struct pw_tok *tokens = x->sys->tokens.at;
    for (uint32_t i = 0; i < t->npost; i++)
        cell(x, x->row_of[tokens[t->post + i].local], -(double)tokens[t->post + i].count);
    for (uint32_t i = 0; i < t->npre; i++)
        cell(x, x->row_of[tokens[t->pre + i].local], (double)tokens[t->pre + i].count);
    if (t->from != t->to) {
        cell(x, global_row(x, t->to), -1);
        cell(x, global_row(x, t->from), 1);
    }
    x->ncolumns++;
}

/* One column per pair that some live transition can use. */
static void add_pair_columns(struct pw_linears *x)
{
    PW_VEC(struct pw_pair) pairs = {0};
    for (size_t i = 0; i < x->sys->trans.n; i++) {
        const struct pw_trans *t = &x->sys->trans.at[i];
        assert(t->relation < x->sys->relations.n);
        const struct pw_relation *r = &x->sys->relations.at[t->relation];
        for (uint32_t k = 0; x->slice->live[i] && k < r->n; k++) {
            struct pw_pair p = r->pairs[k];
            if (p.to == PW_SUNK || p.to == p.from || x->row_of[p.to] == NO_ROW ||
                !pw_slice_has(x->slice, t->from, p.from))
                continue;
            pw_vec_push(&pairs, p);
        }
    }
    if (pairs.n > 1) qsort(pairs.at, pairs.n, sizeof *pairs.at, pw_pair_order);
    for (size_t i = 0; i < pairs.n; i++) {
        if (i && pw_pair_order(&pairs.at[i - 1], &pairs.at[i]) == 0) continue;
        cell(x, x->row_of[pairs.at[i].from], 1);
        cell(x, x->row_of[pairs.at[i].to], -1);
        x->ncolumns++;
    }
    pw_vec_clear(&pairs);
}

struct pw_linears *pw_linears_new(const struct pw_system *sys, const struct pw_slice *slice,
                                  uint64_t asks)
{
    struct pw_linears *x = PW_NEW(struct pw_linears);
    x->sys = sys;
    x->slice = slice;
    x->row_of = PW_NEWS(uint32_t, sys->locals);
    x->local_of = PW_NEWS(uint32_t, sys->locals);
    number_rows(x);
    x->by_row = PW_NEWS(weight_list, x->nlocal_rows);
    x->asks = sys->boxes.n > 0 ? asks : 0;
    if (!x->asks) return x;
    for (size_t i = 0; i < sys->boxes.n; i++)
        add_box_column(x, &sys->boxes.at[i]);
    for (size_t i = 0; i < sys->trans.n; i++)
        if (slice->live[i]) add_trans_column(x, &sys->trans.at[i]);
    add_pair_columns(x);
    x->multipliers = PW_NEWS(double, x->nrows);
    return x;
}

void pw_linears_free(struct pw_linears *x)
{
    for (uint32_t i = 0; i < x->nlocal_rows; i++)
        pw_vec_clear(&x->by_row[i]);
    PW_FREES(x->by_row, x->nlocal_rows);
    PW_FREES(x->row_of, x->sys->locals);
    PW_FREES(x->local_of, x->sys->locals);
    if (x->tableau.by_row) pw_tableau_clear(&x->tableau);
    if (x->multipliers) PW_FREES(x->multipliers, x->nrows);
    for (size_t i = 0; i < x->pool.n; i++)
        pw_linear_clear(&x->pool.at[i].w, x->sys->globals);
    pw_vec_clear(&x->pool);
    pw_vec_clear(&x->sums);
    pw_vec_clear(&x->entries);
    PW_FREE(x);
}

/* ---- known invariants ---- */

/* Sums that leave 64 bits are far above every bound: saturate. */
static int64_t saturating(int64_t sum, int64_t w, int64_t count)
{
    return add_product(&sum, w, count) ? sum : INT64_MAX / 2;
}

static bool known_excludes(struct pw_linears *x, uint32_t global, const struct pw_tok *u, size_t n)
{
    for (size_t i = 0; i < x->pool.n; i++)
        x->sums.at[i] = offset_of(&x->pool.at[i].w, global);
    for (size_t i = 0; i < n; i++) {
        uint32_t row = x->row_of[u[i].local];
        if (row == NO_ROW) continue;
        const weight_list *list = &x->by_row[row];
        for (size_t k = 0; k < list->n; k++) {
            int64_t *sum = &x->sums.at[list->at[k].invariant];
            *sum = saturating(*sum, list->at[k].weight, u[i].count);
        }
    }
    for (size_t i = 0; i < x->pool.n; i++)
        if (x->sums.at[i] > x->pool.at[i].w.bound) {
            x->pool.at[i].used = true;
            return true;
        }
    return false;
}

static void add_known(struct pw_linears *x, struct pw_linear w)
{
    struct known k = {w, false};
    uint32_t id = (uint32_t)x->pool.n;
    pw_vec_push(&x->pool, k);
    pw_vec_push(&x->sums, 0);
    for (size_t i = 0; i < w.terms.n; i++) {
        struct weight_in in = {id, w.terms.at[i].weight};
        pw_vec_push(&x->by_row[x->row_of[w.terms.at[i].local]], in);
    }
}

bool pw_linears_has(const struct pw_linears *x, uint32_t local)
{
    return x->row_of[local] != NO_ROW;
}

static bool check_steps(const struct pw_system *sys, const struct pw_slice *slice,
                        const struct pw_linear *w)
{
    for (size_t i = 0; i < sys->trans.n; i++)
        if (slice->live[i] && !check_trans(sys, slice, w, &sys->trans.at[i])) return false;
    return true;
}

void pw_linears_use(struct pw_linears *x, struct pw_linear w)
{
    if (check_steps(x->sys, x->slice, &w))
        add_known(x, w);
    else
        pw_linear_clear(&w, x->sys->globals);
}

/* ---- new invariants ---- */

static int64_t nearest(double v)
{
    return (int64_t)(v + 0.5);
} /* pre: 0 <= v < 1e18 */

/* The least factor that makes all multipliers integers, up to rounding; 0 if none is found. */
static double find_scale(const double *m, uint32_t n)
{
    double least = 0;
    for (uint32_t i = 0; i < n; i++)
        if (m[i] > 0 && (least == 0 || m[i] < least)) least = m[i];
    if (least == 0) return 0;
    for (int d = 1; d <= 240; d++) {
        double scale = d / least;
        bool ok = true;
        for (uint32_t i = 0; ok && i < n; i++) {
            double v = m[i] * scale;
            ok = v < 1e9 && fabs(v - (double)nearest(v)) <= 1e-6 * (1 + v);
        }
        if (ok) return scale;
    }
    return 0;
}

static bool make_invariant(const struct pw_linears *x, struct pw_linear *w)
{
    /* the bound follows from the weights */
    double scale = find_scale(x->multipliers, x->nrows - 1);
    memset(w, 0, sizeof *w);
    if (scale == 0) return false;
    for (uint32_t r = 0; r < x->nlocal_rows; r++) {
        struct pw_weight t = {x->local_of[r], nearest(x->multipliers[r] * scale)};
        if (t.weight) pw_vec_push(&w->terms, t);
    }
    if (x->sys->globals > 1) {
        w->offset = PW_NEWS(int64_t, x->sys->globals);
        for (uint32_t g = 0; g < x->sys->globals; g++)
            w->offset[g] = nearest(x->multipliers[x->nlocal_rows + g] * scale);
    }
    for (size_t i = 0; i < x->sys->boxes.n; i++) {
        int64_t value;
        if (!greatest(x->sys, w, &x->sys->boxes.at[i], &value)) return false;
        if (value > w->bound) w->bound = value;
    }
    return pw_linear_check(x->sys, x->slice, w);
}

static bool solve(struct pw_linears *x, uint32_t global, const struct pw_tok *u, size_t n,
                  uint64_t budget)
{
    PW_VEC(uint32_t) rows = {0};
    PW_VEC(double) values = {0};
    for (size_t i = 0; i < n; i++) {
        uint32_t row = x->row_of[u[i].local];
        if (row == NO_ROW) continue;
        pw_vec_push(&rows, row);
        pw_vec_push(&values, -(double)u[i].count);
    }
    if (x->sys->globals > 1) {
        pw_vec_push(&rows, global_row(x, global));
        pw_vec_push(&values, -1.0);
    }
    pw_vec_push(&rows, start_row(x));
    pw_vec_push(&values, 1.0);
    if (!x->tableau.by_row)
        pw_tableau_init(&x->tableau, x->nrows, x->ncolumns, x->entries.at, x->entries.n);
    uint64_t before = x->tableau.spent;
    enum pw_tableau_answer a =
        pw_tableau_solve(&x->tableau, rows.at, values.at, rows.n, budget, x->multipliers);
    x->gave_up = a == PW_TABLEAU_TIRED;
    x->cells_spent += x->tableau.spent - before;
    pw_vec_clear(&rows);
    pw_vec_clear(&values);
    return a == PW_TABLEAU_UNSOLVABLE;
}

/* Asking costs; stop when it does not pay. */
static bool worth_asking(const struct pw_linears *x)
{
    if (x->pool.n >= MOST_POOL || x->asked >= x->asks) return false;
    return x->cells_spent < MOST_CELLS_IDLE || x->excluded * 20 > x->asked;
}

bool pw_linears_known(struct pw_linears *x, uint32_t global, const struct pw_tok *u, size_t n)
{
    bool yes = x->pool.n > 0 && known_excludes(x, global, u, n);
    x->excluded += yes;
    return yes;
}

bool pw_linears_exclude(struct pw_linears *x, uint32_t global, const struct pw_tok *u, size_t n,
                        uint64_t budget)
{
    x->gave_up = false;
    if (pw_linears_known(x, global, u, n)) return true;
    if (!worth_asking(x)) return false;
    x->asked++;
    if (!solve(x, global, u, n, budget)) return false;
    struct pw_linear w;
    if (!make_invariant(x, &w)) {
        pw_linear_clear(&w, x->sys->globals);
        pw_tableau_reset(&x->tableau);
        return false;
    }
    add_known(x, w);
    return pw_linears_known(x, global, u, n);
}

bool pw_linears_tired(const struct pw_linears *x)
{
    return x->gave_up;
}
uint64_t pw_linears_spent(const struct pw_linears *x)
{
    return x->cells_spent;
}

size_t pw_linears_count(const struct pw_linears *x)
{
    size_t n = 0;
    for (size_t i = 0; i < x->pool.n; i++)
        n += x->pool.at[i].used;
    return n;
}

void pw_linears_export(const struct pw_linears *x, struct pw_cover_invariant *out)
{
    for (size_t i = 0; i < x->pool.n; i++) {
        if (!x->pool.at[i].used) continue;
        const struct pw_linear *from = &x->pool.at[i].w;
        struct pw_linear w = {.bound = from->bound};
        for (size_t k = 0; k < from->terms.n; k++)
            pw_vec_push(&w.terms, from->terms.at[k]);
        if (from->offset) {
            w.offset = PW_NEWS(int64_t, x->sys->globals);
            memcpy(w.offset, from->offset, x->sys->globals * sizeof *w.offset);
        }
        pw_vec_push(&out->linear, w);
    }
}
