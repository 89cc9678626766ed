#include <assert.h>
#include <inttypes.h>

#include "dualref/dual_print.h"
#include "dualref/rows.h"
#include "report/dual_show.h"

/* ---- one row ---- */

/* Appends the separator before every part but the first. */
static void next_part(struct pw_strbuf *out, size_t *parts, const char *separator)
{
    if ((*parts)++) pw_strbuf_puts(out, separator);
}

static const char *prefix_of(enum pw_role role)
{
    return role == PW_PASSIVE ? "other." : "";
}

static void show_guard(const struct pw_dual *t, const struct pw_row *r, struct pw_strbuf *out)
{
    size_t parts = 0;
    for (int role = PW_SHARED; role <= PW_PASSIVE; role++) {
        const pw_fields *fs = pw_dual_fields(t, role, role == PW_ACTIVE ? r->active : r->passive);
        for (uint32_t i = 0; i < pw_row_width(r, role); i++) {
            const struct pw_entry *e = &pw_row_entries(r, role, PW_NOW)[i];
            if (e->kind == PW_ENTRY_FREE) continue;
            next_part(out, &parts, " && ");
            assert(i < fs->n);
            pw_dual_print_literal(&fs->at[i], prefix_of(role), e->value, out);
        }
    }
    if (r->passive_loc != PW_NO_INDEX) {
        next_part(out, &parts, " && ");
        assert(r->passive_loc < t->locs.n);
        pw_strbuf_printf(out, "other at %s", t->locs.at[r->passive_loc].name);
    }
    if (!parts) pw_strbuf_puts(out, "true");
}

/* The value a field has afterwards, unless it is the value before. */
static void show_change(const struct pw_field *f, const struct pw_entry *now,
                        const struct pw_entry *next, enum pw_role role, size_t *parts,
                        struct pw_strbuf *out)
{
    if (next->kind == PW_ENTRY_KEEP || !f->bits) return;
    if (next->kind == PW_ENTRY_VALUE && now->kind == PW_ENTRY_VALUE && next->value == now->value)
        return;
    next_part(out, parts, ", ");
    pw_strbuf_printf(out, "%s%s = ", prefix_of(role), f->name);
    if (next->kind == PW_ENTRY_FREE)
        pw_strbuf_putc(out, '*');
    else
        pw_dual_print_value(f, next->value, out);
}

static void show_changes(const struct pw_dual *t, const struct pw_row *r, bool sunk,
                         struct pw_strbuf *out)
{
    size_t parts = 0;
    for (int role = PW_SHARED; role <= (sunk ? PW_ACTIVE : PW_PASSIVE); role++) {
        const pw_fields *fs = pw_dual_fields(t, role, role == PW_ACTIVE ? r->active : r->passive);
        for (uint32_t i = 0; i < pw_row_width(r, role); i++)
            show_change(&fs->at[i], &pw_row_entries(r, role, PW_NOW)[i],
                        &pw_row_entries(r, role, PW_NEXT)[i], role, &parts, out);
    }
    if (sunk) next_part(out, &parts, ", "), pw_strbuf_puts(out, "other sinks");
    if (!parts) pw_strbuf_puts(out, "skip");
}

void pw_dual_show_row(const struct pw_dual *t, const struct pw_row *r, bool sunk,
                      struct pw_strbuf *out)
{
    show_guard(t, r, out);
    pw_strbuf_puts(out, "  ->  ");
    show_changes(t, r, sunk, out);
}

/* ---- the whole template ---- */

struct list_ctx {
    const struct pw_dual *t;
    struct pw_strbuf *out;
    bool sunk;
    size_t rows;
};

static bool list_step(void *arg, const struct pw_row *r)
{
    struct list_ctx *l = arg;
    pw_strbuf_puts(l->out, "    ");
    pw_dual_show_row(l->t, r, l->sunk, l->out);
    pw_strbuf_putc(l->out, '\n');
    l->rows++;
    return true;
}

static bool list_init(void *arg, const struct pw_row *r)
{
    struct list_ctx *l = arg;
    pw_strbuf_puts(l->out, "    ");
    show_guard(l->t, r, l->out);
    pw_strbuf_putc(l->out, '\n');
    l->rows++;
    return true;
}

static void show_fields(const pw_fields *fs, struct pw_strbuf *out)
{
    for (size_t i = 0; i < fs->n; i++) {
        const struct pw_field *f = &fs->at[i];
        pw_strbuf_printf(out, "%s%s", i ? ", " : "", f->name);
        if (f->kind == PW_FIELD_RANGE)
            pw_strbuf_printf(out, " (%" PRId64 "..%" PRId64 ")", f->lo, f->hi);
        if (f->kind == PW_FIELD_BOOL) pw_strbuf_puts(out, " (bool)");
    }
    if (!fs->n) pw_strbuf_puts(out, "none");
    pw_strbuf_putc(out, '\n');
}

static void show_locations(const struct pw_dual *t, const struct pw_dual_kind *x,
                           struct pw_strbuf *out)
{
    for (size_t i = 0; i < x->locs.n; i++) {
        const struct pw_tloc *l = &t->locs.at[x->locs.at[i]];
        pw_strbuf_printf(out, "%s%s", i ? ", " : "", l->name);
        if (x->locs.at[i] == x->entry) pw_strbuf_puts(out, " (entry)");
        if (l->kind == PW_TLOC_ERROR) pw_strbuf_puts(out, " (error)");
    }
    pw_strbuf_putc(out, '\n');
}

static void show_declarations(const struct pw_dual *t, struct pw_strbuf *out)
{
    for (size_t i = 0; i < t->preds.n; i++)
        pw_strbuf_printf(out, "predicate %s = %s  (%s)\n", t->preds.at[i].name, t->preds.at[i].text,
                         pw_tpred_class_name(t->preds.at[i].cls));
    if (t->bound) pw_strbuf_printf(out, "computed with %" PRId64 " threads\n", t->bound);
    pw_strbuf_puts(out, "shared: ");
    show_fields(&t->shared, out);
    for (size_t i = 0; i < t->templates.n; i++) {
        const struct pw_dual_kind *x = &t->templates.at[i];
        pw_strbuf_printf(out, "thread %s, ", x->name);
        if (x->count < 0)
            pw_strbuf_puts(out, "any number");
        else
            pw_strbuf_printf(out, "exactly %" PRId64, x->count);
        pw_strbuf_puts(out, "\n  local: ");
        show_fields(&x->fields, out);
        pw_strbuf_puts(out, "  locations: ");
        show_locations(t, x, out);
    }
    for (size_t i = 0; i < t->bad.n; i++) {
        pw_strbuf_puts(out, "unsafe: ");
        pw_dual_print_bad(t, &t->bad.at[i], out);
        if (t->bad.at[i].what) pw_strbuf_printf(out, "  (%s)", t->bad.at[i].what);
        pw_strbuf_putc(out, '\n');
    }
}

static void show_initial(struct pw_dual *t, struct pw_strbuf *out)
{
    struct list_ctx l = {t, out, false, 0};
    for (uint32_t a = 0; a < t->templates.n; a++)
        for (uint32_t q = 0; q < t->templates.n; q++) {
            pw_strbuf_puts(out, "\ninitial");
            if (t->templates.n > 1)
                pw_strbuf_printf(out, ", %s beside %s", t->templates.at[a].name,
                                 t->templates.at[q].name);
            pw_strbuf_putc(out, '\n');
            l.rows = 0;
            pw_rows_of_init(t, a, q, list_init, &l);
            if (!l.rows) pw_strbuf_puts(out, "    never\n");
        }
}

/* Rows of one statement beside one passive template, then what the closure adds. */
static void show_beside(struct pw_dual *t, const struct pw_closure *c, uint32_t s, uint32_t q,
                        struct pw_strbuf *out)
{
    struct list_ctx l = {t, out, false, 0};
    if (t->templates.n > 1) pw_strbuf_printf(out, "  beside %s\n", t->templates.at[q].name);
    pw_rows_of_step(t, s, q, list_step, &l);
    if (!l.rows) pw_strbuf_puts(out, "    never\n");
    assert(s < t->stmts.n);
    for (uint32_t i = 0; i < t->stmts.at[s].somes; i++) {
        pw_strbuf_puts(out, "   and at least one thread with\n");
        l.rows = 0;
        pw_rows_cover(t, t->stmts.at[s].template, q, pw_dual_some(t, s, i, q), list_step, &l);
        if (!l.rows) pw_strbuf_puts(out, "    never\n");
    }
    if (!c || pw_bdd_is_false(pw_closure_sink(c, s, q))) return;
    pw_strbuf_puts(out, "   added by the closure\n");
    l.sunk = true;
    pw_rows_cover(t, t->stmts.at[s].template, q, pw_closure_sink(c, s, q), list_step, &l);
}

static void show_verdict(struct pw_dual *t, const struct pw_closure *c, struct pw_strbuf *out)
{
    struct pw_blocked why = {0};
    if (pw_closure_is_monotone(t, &why)) {
        pw_strbuf_puts(out, "\nThe template is monotone; the closure adds nothing.\n");
        return;
    }
    pw_strbuf_puts(out, "\nThe template is not monotone:\n");
    pw_blocked_print(t, &why, out);
    if (c && pw_closure_needs_witness(c))
        pw_strbuf_puts(out, "The closure sinks the passive threads that block a step; a step needs "
                            "one that takes part.\n");
    if (c && c->mode == PW_CLOSURE_PAPER)
        pw_strbuf_puts(out, "The closure sinks the passive threads that block a step.\n");
    pw_blocked_clear(&why);
}

void pw_dual_show_text(struct pw_dual *t, const struct pw_closure *c, struct pw_strbuf *out)
{
    show_declarations(t, out);
    show_initial(t, out);
    for (uint32_t s = 0; s < t->stmts.n; s++) {
        const struct pw_tstmt *st = &t->stmts.at[s];
        pw_strbuf_printf(out, "\nstatement %u, ", s);
        if (st->line) pw_strbuf_printf(out, "line %u, ", st->line);
        pw_strbuf_printf(out, "%s, %s -> %s: %s\n", t->templates.at[st->template].name,
                         t->locs.at[st->from].name, t->locs.at[st->to].name, st->text);
        for (uint32_t q = 0; q < t->templates.n; q++)
            show_beside(t, c, s, q, out);
    }
    show_verdict(t, c, out);
}
