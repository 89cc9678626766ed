/* Certificates of local views: the text, and its sets. */
#include "check/views.h"

#include <assert.h>
#include <string.h>

#include "base/limits.h"
#include "base/order.h"

static void read_class(void *arg)
{
    struct pwc_views *v = arg;
    pwc_expect(v->p.r, "|");
    pw_vec_push(&v->class, (uint32_t)pwc_int(v->p.r, 0, PWC_MOST));
}

/* Numbers below n, strictly increasing, up to "|" or the end of the line. */
static void read_numbers(struct pwc_reader *r, size_t n, pw_uints *out)
{
    while (pwc_more(r) && !pwc_try(r, "|")) {
        uint32_t x = pwc_index(r, n);
        if (out->n && x <= pw_vec_last(out)) pwc_refuse(r, "numbers must increase");
        pw_vec_push(out, x);
    }
}

static void read_threads(struct pwc_views *v)
{
    struct pwc_reader *r = v->p.r;
    size_t n = pwc_section(r, "threads"), widest = 1;
    for (size_t j = 0; j < n; j++) {
        pwc_next(r);
        struct pwc_viewer t = {.kind = pwc_index(r, v->p.kinds.n)};
        pwc_expect(r, "|");
        read_numbers(r, v->p.shared.n, &t.fields);
        read_numbers(r, n, &t.neighbours);
        pwc_finish_line(r);
        t.width = t.fields.n + t.neighbours.n + 1;
        if (t.width > widest) widest = t.width;
        for (size_t f = 0; f < t.fields.n; f++)
            pw_vec_push(&v->users[t.fields.at[f]], (uint32_t)j);
        pw_vec_push(&v->threads, t);
    }
    v->cells = PW_NEWS(int64_t, widest);
    for (uint32_t i = 0; i < n; i++)
        for (size_t a = 0; a < v->threads.at[i].neighbours.n; a++)
            if (v->threads.at[i].neighbours.at[a] == i ||
                pwc_neighbour(v, v->threads.at[i].neighbours.at[a], i) == PWC_NOBODY)
                pwc_refuse(r, "thread %u is not a neighbour of its neighbours", i);
}

struct wanted {
    const int64_t *cells;
    size_t width;
};

static bool same_cells(const void *objects, uint32_t id, const void *key)
{
    const struct wanted *w = key;
    return !memcmp((const int64_t *)objects + id * w->width, w->cells, w->width * sizeof *w->cells);
}

bool pwc_sees(const struct pwc_views *v, const struct pwc_viewer *t, const int64_t *cells)
{
    struct wanted w = {cells, t->width};
    uint64_t h = pw_hash_bytes(cells, t->width * sizeof *cells);
    (void)v;
    return pw_table_find(&t->index, h, same_cells, t->cells.at, &w) != PW_TABLE_NONE;
}

static void read_view(struct pwc_views *v)
{
    struct pwc_reader *r = v->p.r;
    pwc_next(r);
    struct pwc_viewer *t = &v->threads.at[pwc_index(r, v->threads.n)];
    pwc_expect(r, "|");
    for (size_t f = 0; f < t->fields.n; f++) {
        const struct pwc_field *x = &v->p.shared.at[t->fields.at[f]];
        pw_vec_push(&t->cells, pwc_int(r, x->lo, x->hi));
    }
    pwc_expect(r, "|");
    for (size_t a = 0; a < t->neighbours.n; a++)
        pw_vec_push(&t->cells, pwc_int(r, 0, PWC_MOST));
    pwc_expect(r, "|");
    uint32_t local = pwc_index(r, v->class.n);
    pwc_finish_line(r);
    if (pwc_kind_of(&v->p, local) != t->kind) pwc_refuse(r, "a local state of another template");
    pw_vec_push(&t->cells, local);
    const int64_t *cells = pwc_view_state(t, t->states);
    if (pwc_sees(v, t, cells)) pwc_refuse(r, "the same view for the second time");
    pw_table_add(&t->index, pw_hash_bytes(cells, t->width * sizeof *cells), (uint32_t)t->states++);
}

void pwc_read_views(struct pwc_views *v, struct pwc_reader *r)
{
    *v = (struct pwc_views){0};
    pwc_read_finite(r, &v->p, read_class, v);
    v->users = PW_NEWS(pw_uints, v->p.shared.n);
    read_threads(v);
    for (size_t n = pwc_section(r, "views"); n > 0; n--)
        read_view(v);
    if (r->eol + 1 != r->end) pwc_refuse(r, "more text than is announced");
}

/* ---- sets ---- */

/* Its position in a sorted list, or PWC_NOBODY. */
static uint32_t position(const pw_uints *list, uint32_t x)
{
    size_t at = PW_FIRST(i, 0, list->n, list->at[i] >= x);
    return at < list->n && list->at[at] == x ? (uint32_t)at : PWC_NOBODY;
}

bool pwc_in_view(const struct pwc_viewer *t, uint32_t field)
{
    return position(&t->fields, field) != PWC_NOBODY;
}

uint32_t pwc_neighbour(const struct pwc_views *v, uint32_t i, uint32_t j)
{
    assert(i < v->threads.n);
    return position(&v->threads.at[i].neighbours, j);
}

/* Equal values of what both lists name. */
static bool agree(const pw_uints *a, const int64_t *x, const pw_uints *b, const int64_t *y)
{
    for (size_t i = 0, k = 0; i < a->n && k < b->n;) {
        if (a->at[i] == b->at[k] && x[i] != y[k]) return false;
        if (a->at[i] <= b->at[k])
            i += 1, k += a->at[i - 1] == b->at[k];
        else
            k++;
    }
    return true;
}

bool pwc_compatible(const struct pwc_views *v, uint32_t i, size_t s, uint32_t j, size_t t)
{
    assert(i < v->threads.n);
    assert(j < v->threads.n);
    const struct pwc_viewer *a = &v->threads.at[i], *b = &v->threads.at[j];
    const int64_t *x = pwc_view_state(a, s), *y = pwc_view_state(b, t);
    uint32_t you = pwc_neighbour(v, i, j), me = pwc_neighbour(v, j, i);
    if (you == PWC_NOBODY) return true;
    if (x[a->fields.n + you] != v->class.at[y[b->width - 1]]) return false;
    if (y[b->fields.n + me] != v->class.at[x[a->width - 1]]) return false;
    return agree(&a->fields, x, &b->fields, y) &&
           agree(&a->neighbours, x + a->fields.n, &b->neighbours, y + b->fields.n);
}

void pwc_view_steps(struct pwc_views *v, void (*step)(void *arg, uint32_t shared, uint32_t local))
{
    assert(v->mover < v->threads.n);
    const struct pwc_viewer *t = &v->threads.at[v->mover];
    const int64_t *cells = pwc_view_state(t, v->from);
    int64_t *values = PW_NEWS(int64_t, v->p.shared.n);
    for (size_t f = 0; f < v->p.shared.n; f++)
        values[f] = v->p.shared.at[f].lo;
    for (size_t f = 0; f < t->fields.n; f++)
        values[t->fields.at[f]] = cells[f];
    uint32_t shared = pwc_shared_number(&v->p, "V3", values), local = (uint32_t)cells[t->width - 1];
    PW_FREES(values, v->p.shared.n);
    pwc_each_step(&v->p, "V3", shared, local, step, v);
}
