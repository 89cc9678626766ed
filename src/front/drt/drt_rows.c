#include <assert.h>
#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/decimal.h"
#include "front/drt/drt_parse.h"

struct read_ctx {
    struct pw_drt_scan *s;
    struct pw_dual *t;
    const struct pw_rows_block *b;
    struct pw_row *row;
    PW_VEC(pw_bdd) rows;
};

static int length(struct pw_drt_word w)
{
    return (int)(w.to - w.from);
}

/* ---- cells ---- */

/* '-' anywhere, '=' in the second half. */
static bool read_special(struct read_ctx *r, struct pw_drt_word w, enum pw_when when,
                         struct pw_entry *e)
{
    char c = r->s->src->text[w.from];
    if (c == '-') return *e = (struct pw_entry){PW_ENTRY_FREE, 0}, true;
    if (c != '=') return false;
    if (when == PW_NOW)
        pw_drt_scan_error(r->s, w, "write '=' behind the arrow only",
                          "'=' has nothing to be equal to before the arrow");
    *e = (struct pw_entry){PW_ENTRY_KEEP, 0};
    return true;
}

static void list_bits(const pw_fields *fs, size_t from, size_t to, struct pw_strbuf *out)
{
    for (size_t i = from; i < to; i++)
        pw_strbuf_printf(out, "%s%s", i > from ? " " : "", fs->at[i].name);
}

/* One word for the bits from .. to-1. */
static void read_bits(struct read_ctx *r, const pw_fields *fs, size_t from, size_t to,
                      enum pw_when when, struct pw_entry *e)
{
    struct pw_drt_word w = pw_drt_scan_cell(r->s);
    if ((size_t)length(w) != to - from) {
        struct pw_strbuf names = {0};
        list_bits(fs, from, to, &names);
        struct pw_drt_word at = length(w) ? w : pw_drt_scan_next(r->s);
        pw_drt_scan_error(r->s, at,
                          "a row is: shared | active | place passive -> shared | active | passive;",
                          "expected %zu character%s for the bit%s %s, found %d", to - from,
                          to - from == 1 ? "" : "s", to - from == 1 ? "" : "s",
                          pw_strbuf_text(&names), length(w));
        pw_strbuf_clear(&names);
        return;
    }
    for (size_t i = from; i < to && !r->s->failed; i++) {
        struct pw_drt_word c = {w.from + (i - from), w.from + (i - from) + 1};
        char ch = r->s->src->text[c.from];
        if (read_special(r, c, when, &e[i])) continue;
        if (ch == '0' || ch == '1')
            e[i] = (struct pw_entry){PW_ENTRY_VALUE, ch - '0'};
        else
            pw_drt_scan_error(r->s, c, NULL,
                              "'%c' is no value of the bit %s: expected 0, 1, - or =", ch,
                              fs->at[i].name);
    }
}

static bool bool_value(const struct pw_drt_scan *s, struct pw_drt_word w, int64_t *value)
{
    bool yes = pw_drt_scan_word_is(s, w, "true"), no = pw_drt_scan_word_is(s, w, "false");
    *value = yes;
    return yes || no;
}

static bool number_value(const struct pw_drt_scan *s, struct pw_drt_word w,
                         const struct pw_field *f, int64_t *value)
{
    int64_t v;
    if (!pw_decimal_read(s->src->text + w.from, w.to - w.from, INT64_MIN, INT64_MAX, &v))
        return false;
    *value = v;
    return f->lo <= v && v <= f->hi;
}

static void read_value(struct read_ctx *r, const struct pw_field *f, enum pw_when when,
                       struct pw_entry *e)
{
    struct pw_drt_word w = pw_drt_scan_cell(r->s);
    if (length(w) == 1 && read_special(r, w, when, e)) return;
    *e = (struct pw_entry){PW_ENTRY_VALUE, 0};
    if (f->kind == PW_FIELD_BOOL ? bool_value(r->s, w, &e->value)
                                 : number_value(r->s, w, f, &e->value))
        return;
    struct pw_drt_word at = length(w) ? w : pw_drt_scan_next(r->s);
    if (f->kind == PW_FIELD_BOOL)
        pw_drt_scan_error(r->s, at, NULL, "expected true, false, - or = for %s", f->name);
    else
        pw_drt_scan_error(r->s, at, NULL,
                          "expected a number from %" PRId64 " to %" PRId64 ", - or = for %s", f->lo,
                          f->hi, f->name);
}

static void read_entries(struct read_ctx *r, enum pw_role role, enum pw_when when)
{
    const pw_fields *fs =
        pw_dual_fields(r->t, role, role == PW_ACTIVE ? r->b->active : r->b->passive);
    struct pw_entry *e = pw_row_entries(r->row, role, when);
    for (size_t i = 0; i < fs->n && !r->s->failed;) {
        size_t to = i;
        while (to < fs->n && fs->at[to].kind == PW_FIELD_BIT)
            to++;
        if (to > i)
            read_bits(r, fs, i, to, when, e), i = to;
        else
            read_value(r, &fs->at[i], when, &e[i]), i++;
    }
}

/* ---- rows ---- */

static void read_place(struct read_ctx *r)
{
    r->row->passive_loc = PW_NO_INDEX;
    if (pw_drt_scan_accept(r->s, "*")) return;
    struct pw_drt_word where;
    char *name = pw_drt_scan_name(r->s, "a location of the passive thread or '*'", &where);
    if (!name) return;
    assert(r->b->passive < r->t->templates.n);
    const struct pw_dual_kind *x = &r->t->templates.at[r->b->passive];
    const char **names = PW_NEWS(const char *, x->locs.n);
    for (size_t i = 0; i < x->locs.n; i++) {
        names[i] = r->t->locs.at[x->locs.at[i]].name;
        if (!strcmp(names[i], name)) r->row->passive_loc = x->locs.at[i];
    }
    if (r->row->passive_loc == PW_NO_INDEX) {
        const char *near = pw_diag_nearest(name, names, x->locs.n);
        struct pw_strbuf hint = {0};
        if (near) pw_strbuf_printf(&hint, "did you mean '%s'?", near);
        pw_drt_scan_error(r->s, where, near ? pw_strbuf_text(&hint) : NULL,
                          "thread %s has no location '%s'", x->name, name);
        pw_strbuf_clear(&hint);
    }
    PW_FREES(names, x->locs.n);
    pw_mem_strfree(name);
}

static void read_half(struct read_ctx *r, enum pw_when when)
{
    read_entries(r, PW_SHARED, when);
    pw_drt_scan_expect(r->s, "|", "between shared and active fields");
    if (!r->s->failed) read_entries(r, PW_ACTIVE, when);
    pw_drt_scan_expect(r->s, "|", "between active and passive fields");
    if (r->b->stmt != PW_NO_INDEX && when == PW_NOW && !r->s->failed) read_place(r);
    if (!r->s->failed) read_entries(r, PW_PASSIVE, when);
}

static void read_row(struct read_ctx *r)
{
    pw_row_reset(r->row);
    read_half(r, PW_NOW);
    if (r->b->stmt != PW_NO_INDEX) {
        pw_drt_scan_expect(r->s, "->", "in the middle of the row");
        if (!r->s->failed) read_half(r, PW_NEXT);
    }
    pw_drt_scan_expect(r->s, ";", "at the end of the row");
    if (r->s->failed)
        pw_drt_scan_recover(r->s);
    else
        pw_vec_push(&r->rows, pw_row_bdd(r->t, r->row));
}

/* The union of the rows, halves first: unions of equal size keep the diagrams small. */
static pw_bdd unite(struct read_ctx *r)
{
    size_t n = r->rows.n;
    if (n == 0) return PW_BDD_FALSE;
    for (; n > 1; n = (n + 1) / 2)
        for (size_t i = 0; i < (n + 1) / 2; i++)
            r->rows.at[i] = 2 * i + 1 < n
                                ? pw_bdd_or(r->t->bdds, r->rows.at[2 * i], r->rows.at[2 * i + 1])
                                : r->rows.at[2 * i];
    return r->rows.at[0];
}

/* pw_row_bdd also bounds what an initial row leaves open; only the present counts there. */
static pw_bdd forget_next(struct pw_dual *t, const struct pw_rows_block *b, pw_bdd f)
{
    f = pw_bdd_exists(t->bdds, f, pw_dual_loc_vars(t));
    f = pw_bdd_exists(t->bdds, f, pw_dual_vars(t, PW_SHARED, 0, PW_NEXT));
    f = pw_bdd_exists(t->bdds, f, pw_dual_vars(t, PW_ACTIVE, b->active, PW_NEXT));
    return pw_bdd_exists(t->bdds, f, pw_dual_vars(t, PW_PASSIVE, b->passive, PW_NEXT));
}

void pw_drt_read_block(struct pw_drt_scan *s, struct pw_dual *t, const struct pw_rows_block *b)
{
    struct read_ctx r = {.s = s, .t = t, .b = b, .row = pw_row_new(t, b->active, b->passive)};
    s->at = b->body;
    while (!pw_drt_scan_accept(s, "}") && !pw_drt_scan_at_end(s) && !pw_diag_full(s->diags))
        read_row(&r);
    pw_bdd all = unite(&r);
    if (b->stmt == PW_NO_INDEX)
        pw_dual_or_init(t, b->active, b->passive, forget_next(t, b, all));
    else if (b->some < 0)
        pw_dual_or_step(t, b->stmt, b->passive, all);
    else if (!pw_dual_or_some(t, b->stmt, (uint32_t)b->some, b->passive, all) && !s->failed)
        pw_drt_scan_error(s, (struct pw_drt_word){b->body - 1, b->body},
                          "its rows say which of them need a thread that takes them",
                          "a row of this some block is none of the step");
    pw_vec_clear(&r.rows);
    pw_row_free(r.row);
}
