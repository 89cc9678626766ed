#include <assert.h>
#include <ctype.h>
#include <inttypes.h>
#include <string.h>

#include "dualref/dual_print.h"
#include "dualref/rows.h"
#include "front/drt/drt.h"

/* ---- names and strings ---- */

static void put_string(const char *s, struct pw_strbuf *out)
{
    pw_strbuf_putc(out, '"');
    for (; *s; s++) {
        unsigned char c = (unsigned char)*s;
        if (c == '"' || c == '\\')
            pw_strbuf_printf(out, "\\%c", c);
        else if (c == '\n')
            pw_strbuf_puts(out, "\\n");
        else if (c < ' ' || c == 127)
            pw_strbuf_printf(out, "\\x%02x", c);
        else
            pw_strbuf_putc(out, (char)c);
    }
    pw_strbuf_putc(out, '"');
}

static bool is_plain(const char *s)
{
    if (!isalpha((unsigned char)*s) && *s != '_') return false;
    for (; *s; s++)
        if (!isalnum((unsigned char)*s) && *s != '_') return false;
    return true;
}

static void put_name(const char *s, struct pw_strbuf *out)
{
    if (is_plain(s))
        pw_strbuf_puts(out, s);
    else
        put_string(s, out);
}

static void put_line(unsigned line, struct pw_strbuf *out)
{
    if (line) pw_strbuf_printf(out, " line %u", line);
}

/* ---- declarations ---- */

static bool same_type(const struct pw_field *a, const struct pw_field *b)
{
    return a->kind == b->kind && a->lo == b->lo && a->hi == b->hi;
}

static void put_type(const struct pw_field *f, struct pw_strbuf *out)
{
    if (f->kind == PW_FIELD_RANGE)
        pw_strbuf_printf(out, "int[%" PRId64 "..%" PRId64 "]", f->lo, f->hi);
    else
        pw_strbuf_puts(out, f->kind == PW_FIELD_BIT ? "bit" : "bool");
}

/* One declaration per run of fields of the same type. */
static void put_fields(const pw_fields *fs, const char *before, struct pw_strbuf *out)
{
    for (size_t i = 0; i < fs->n; i++) {
        bool goes_on = i > 0 && same_type(&fs->at[i - 1], &fs->at[i]);
        if (goes_on)
            pw_strbuf_puts(out, ", ");
        else
            pw_strbuf_puts(out, before), put_type(&fs->at[i], out), pw_strbuf_putc(out, ' ');
        put_name(fs->at[i].name, out);
        if (i + 1 == fs->n || !same_type(&fs->at[i], &fs->at[i + 1])) pw_strbuf_puts(out, ";\n");
    }
}

static void put_location(const struct pw_dual *t, uint32_t l, struct pw_strbuf *out)
{
    assert(l < t->locs.n);
    const struct pw_tloc *loc = &t->locs.at[l];
    pw_strbuf_puts(out, "    location ");
    put_name(loc->name, out);
    if (t->templates.at[loc->template].entry == l) pw_strbuf_puts(out, " entry");
    if (loc->kind != PW_TLOC_NORMAL)
        pw_strbuf_puts(out, loc->kind == PW_TLOC_ERROR ? " error" : " end");
    for (size_t i = 0; i < loc->labels.n; i++) {
        pw_strbuf_puts(out, i ? ", " : " labels ");
        put_name(t->labels.at[loc->labels.at[i]], out);
    }
    put_line(loc->line, out);
    pw_strbuf_puts(out, ";\n");
}

static void put_thread(const struct pw_dual *t, const struct pw_dual_kind *x, struct pw_strbuf *out)
{
    pw_strbuf_puts(out, "\nthread ");
    put_name(x->name, out);
    if (x->count >= 0) pw_strbuf_printf(out, " [%" PRId64 "]", x->count);
    pw_strbuf_puts(out, " {\n");
    put_fields(&x->fields, "    ", out);
    for (size_t i = 0; i < x->locs.n; i++)
        put_location(t, x->locs.at[i], out);
    pw_strbuf_puts(out, "}\n");
}

static void put_bad(const struct pw_dual *t, const struct pw_bad *b, struct pw_strbuf *out)
{
    pw_strbuf_puts(out, "unsafe ");
    for (size_t i = 0; i < b->terms.n; i++) {
        pw_strbuf_puts(out, i ? " && count(" : "count(");
        put_name(t->labels.at[b->terms.at[i].label], out);
        pw_strbuf_printf(out, ") >= %u", b->terms.at[i].k);
    }
    if (b->what) pw_strbuf_puts(out, " as "), put_string(b->what, out);
    put_line(b->line, out);
    pw_strbuf_puts(out, ";\n");
}

static void put_declarations(const struct pw_dual *t, struct pw_strbuf *out)
{
    pw_strbuf_puts(out, "drt 1;\n");
    if (t->bound) pw_strbuf_printf(out, "bound %" PRId64 ";\n", t->bound);
    for (size_t i = 0; i < t->preds.n; i++) {
        pw_strbuf_puts(out, "predicate ");
        put_name(t->preds.at[i].name, out);
        pw_strbuf_printf(out, ": %s ", pw_tpred_class_name(t->preds.at[i].cls));
        put_string(t->preds.at[i].text, out);
        pw_strbuf_puts(out, ";\n");
    }
    for (size_t i = 0; i < t->labels.n; i++) {
        pw_strbuf_puts(out, i ? ", " : "labels ");
        put_name(t->labels.at[i], out);
    }
    if (t->labels.n) pw_strbuf_puts(out, ";\n");
    put_fields(&t->shared, "shared ", out);
    for (size_t i = 0; i < t->templates.n; i++)
        put_thread(t, &t->templates.at[i], out);
    if (t->bad.n) pw_strbuf_putc(out, '\n');
    for (size_t i = 0; i < t->bad.n; i++)
        put_bad(t, &t->bad.at[i], out);
}

/* ---- rows ---- */

struct print_ctx {
    const struct pw_dual *t;
    struct pw_strbuf *out;
    const char *before;
    bool step, sunk;
};

/* Each field in order; neighbouring bits stand together. A space before each word. */
static void put_entries(const pw_fields *fs, const struct pw_entry *e, struct pw_strbuf *out)
{
    for (size_t i = 0; i < fs->n; i++) {
        const struct pw_field *f = &fs->at[i];
        if (i == 0 || f->kind != PW_FIELD_BIT || fs->at[i - 1].kind != PW_FIELD_BIT)
            pw_strbuf_putc(out, ' ');
        if (e[i].kind == PW_ENTRY_VALUE)
            pw_dual_print_value(f, e[i].value, out);
        else
            pw_strbuf_putc(out, e[i].kind == PW_ENTRY_FREE ? '-' : '=');
    }
}

static void put_half(const struct print_ctx *p, const struct pw_row *r, enum pw_when when)
{
    put_entries(&p->t->shared, r->shared[when], p->out);
    pw_strbuf_puts(p->out, " |");
    assert(r->active < p->t->templates.n);
    put_entries(&p->t->templates.at[r->active].fields, r->act[when], p->out);
    pw_strbuf_puts(p->out, " |");
    if (p->step && when == PW_NOW) {
        pw_strbuf_putc(p->out, ' ');
        if (r->passive_loc == PW_NO_INDEX)
            pw_strbuf_putc(p->out, '*');
        else
            put_name(p->t->locs.at[r->passive_loc].name, p->out);
    }
    if (when == PW_NEXT && p->sunk)
        pw_strbuf_puts(p->out, " sink");
    else
        put_entries(&p->t->templates.at[r->passive].fields, r->pas[when], p->out);
}

static bool put_row(void *arg, const struct pw_row *r)
{
    struct print_ctx *p = arg;
    pw_strbuf_puts(p->out, p->before);
    put_half(p, r, PW_NOW);
    if (p->step) {
        pw_strbuf_puts(p->out, " ->");
        put_half(p, r, PW_NEXT);
    }
    pw_strbuf_puts(p->out, ";\n");
    return true;
}

static void put_field_names(const pw_fields *fs, struct pw_strbuf *out)
{
    for (size_t i = 0; i < fs->n; i++)
        pw_strbuf_putc(out, ' '), pw_strbuf_puts(out, fs->at[i].name);
}

/* A comment that names the columns. */
static void put_columns(const struct pw_dual *t, uint32_t active, uint32_t passive, bool step,
                        struct pw_strbuf *out)
{
    pw_strbuf_puts(out, "    //");
    put_field_names(&t->shared, out);
    pw_strbuf_puts(out, " |");
    assert(active < t->templates.n);
    put_field_names(&t->templates.at[active].fields, out);
    pw_strbuf_puts(out, step ? " | at" : " |");
    assert(passive < t->templates.n);
    put_field_names(&t->templates.at[passive].fields, out);
    pw_strbuf_putc(out, '\n');
}

static void put_initial(struct pw_dual *t, struct pw_strbuf *out)
{
    struct print_ctx p = {t, out, "   ", false, false};
    for (uint32_t a = 0; a < t->templates.n; a++)
        for (uint32_t q = 0; q < t->templates.n; q++) {
            if (pw_bdd_is_false(pw_dual_init(t, a, q))) continue;
            pw_strbuf_puts(out, "\ninitial ");
            put_name(t->templates.at[a].name, out);
            pw_strbuf_puts(out, " beside ");
            put_name(t->templates.at[q].name, out);
            pw_strbuf_puts(out, " {\n");
            put_columns(t, a, q, false, out);
            pw_rows_of_init(t, a, q, put_row, &p);
            pw_strbuf_puts(out, "}\n");
        }
}

static void put_beside(struct pw_dual *t, const struct pw_closure *c, uint32_t s, uint32_t q,
                       struct pw_strbuf *out)
{
    struct print_ctx p = {t, out, "   ", true, false};
    pw_strbuf_puts(out, " beside ");
    assert(q < t->templates.n);
    put_name(t->templates.at[q].name, out);
    pw_strbuf_puts(out, " {\n");
    assert(s < t->stmts.n);
    put_columns(t, t->stmts.at[s].template, q, true, out);
    pw_rows_of_step(t, s, q, put_row, &p);
    p.before = "    // closure:";
    p.sunk = true;
    if (c) pw_rows_cover(t, t->stmts.at[s].template, q, pw_closure_sink(c, s, q), put_row, &p);
    pw_strbuf_putc(out, '}');
    p = (struct print_ctx){t, out, "   ", true, false};
    for (uint32_t i = 0; i < t->stmts.at[s].somes; i++) {
        pw_strbuf_puts(out, " some {\n");
        pw_rows_cover(t, t->stmts.at[s].template, q, pw_dual_some(t, s, i, q), put_row, &p);
        pw_strbuf_putc(out, '}');
    }
}

static void put_step(struct pw_dual *t, const struct pw_closure *c, uint32_t s,
                     struct pw_strbuf *out)
{
    assert(s < t->stmts.n);
    const struct pw_tstmt *st = &t->stmts.at[s];
    pw_strbuf_puts(out, "\nstep ");
    assert(t->templates.n > st->template);
    put_name(t->templates.at[st->template].name, out);
    pw_strbuf_putc(out, ' ');
    assert(st->from < t->locs.n);
    put_name(t->locs.at[st->from].name, out);
    pw_strbuf_puts(out, " -> ");
    assert(st->to < t->locs.n);
    put_name(t->locs.at[st->to].name, out);
    put_line(st->line, out);
    pw_strbuf_putc(out, ' ');
    put_string(st->text, out);
    bool any = false;
    for (uint32_t q = 0; q < t->templates.n; q++) {
        if (pw_bdd_is_false(pw_dual_step(t, s, q)) &&
            !(c && !pw_bdd_is_false(pw_closure_sink(c, s, q))))
            continue;
        put_beside(t, c, s, q, out);
        any = true;
    }
    pw_strbuf_puts(out, any ? "\n" : ";\n");
}

void pw_drt_print(struct pw_dual *t, const struct pw_closure *c, struct pw_strbuf *out)
{
    put_declarations(t, out);
    put_initial(t, out);
    for (uint32_t s = 0; s < t->stmts.n; s++)
        put_step(t, c, s, out);
}
