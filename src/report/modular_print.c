#include "report/modular_print.h"

#include "config.h"

#include <assert.h>
#include <string.h>

#include "base/json.h"
#include "base/plural.h"
#include "front/dr/format.h"

enum { NONE = PW_MTREE_NONE, STATEMENT_WIDTH = 34 };

static void unit_name(const struct pw_mreport *r, const struct pw_munit *u, struct pw_strbuf *out)
{
    if (!u)
        pw_strbuf_puts(out, "the file");
    else
        pw_strbuf_printf(out, "%s %s", u->is_thread ? "thread" : "procedure",
                         pw_mtree_text(r->t, u->name));
}

static void annotation(const struct pw_mreport *r, const struct pw_mob *ob, struct pw_strbuf *out)
{
    if (ob->about == NONE) return;
    if (ob->implicit) {
        pw_strbuf_puts(out,
                       " (only lock and unlock may change a mutex, and objects stay allocated)");
        return;
    }
    pw_strbuf_printf(out, ": line %u, ", pw_mtree_place(r->t, ob->about).line);
    pw_format_excerpt(&r->t->lexer, ob->about, ob->about_last, out);
}

/* What an obligation says: "claim fails in thread searcher", ... */
static void print_what(const struct pw_mreport *r, const struct pw_munit_result *u,
                       const struct pw_mfinding *f, struct pw_strbuf *out)
{
    const struct pw_mob *ob = &f->ob;
    const char *fails = f->result == PW_MR_UNKNOWN ? "is not decided" : "fails";
    switch (ob->kind) {
    case PW_OB_INIT:
        pw_strbuf_printf(out, "init %s: an initial state does not satisfy this", fails);
        return;
    case PW_OB_REFLEXIVE:
        pw_strbuf_printf(out, "reflexive %s: this assumption does not let the others do nothing",
                         fails);
        break;
    case PW_OB_TRANSITIVE:
        pw_strbuf_printf(out,
                         "transitive %s: two steps of others can do what this assumption forbids "
                         "for one; add v' == v for the variables of its guard",
                         fails);
        break;
    case PW_OB_GUARANTEE:
        pw_strbuf_printf(out, "guarantee %s: another thread assumes otherwise", fails);
        break;
    case PW_OB_INVARIANT:
        pw_strbuf_printf(out, "invariant %s%s", fails, ob->other ? " for another thread" : "");
        break;
    case PW_OB_SIMULATION:
        pw_strbuf_printf(out, "simulation %s: %s", fails,
                         ob->node != NONE && ob->edge == NONE
                             ? "the contract does not allow this step, or is not finished here"
                             : "no action of the contract matches this step");
        break;
    default:
        pw_strbuf_printf(out, "%s %s", pw_mob_name(ob->kind), fails);
    }
    annotation(r, ob, out);
    pw_strbuf_puts(out, " in ");
    unit_name(r, u->unit, out);
}

/* The source line with a caret under the tokens. */
static void source_line(const struct pw_mreport *r, uint32_t first, uint32_t last,
                        struct pw_strbuf *out)
{
    const struct pw_lexer *x = &r->t->lexer;
    assert(first < x->tokens.n);
    assert(last < x->tokens.n);
    size_t from, to, a = x->tokens.at[first].from, b = x->tokens.at[last].to;
    pw_source_line(x->src, a, &from, &to);
    if (b > to) b = to;
    pw_strbuf_puts(out, "    ");
    pw_strbuf_write(out, x->src->text + from, to - from);
    pw_strbuf_puts(out, "\n    ");
    for (size_t i = from; i < a; i++)
        pw_strbuf_putc(out, x->src->text[i] == '\t' ? '\t' : ' ');
    pw_strbuf_putc(out, '^');
    pw_strbuf_repeat(out, '~', b > a + 1 ? b - a - 1 : 0);
    pw_strbuf_putc(out, '\n');
}

static void path_line(const struct pw_mreport *r, const struct pw_mline *l, bool states,
                      struct pw_strbuf *out)
{
    size_t start = out->n;
    if (l->first == NONE)
        pw_strbuf_puts(out, states ? "    (state)" : "        (others)");
    else {
        pw_strbuf_printf(out, "    %-4u", pw_mtree_place(r->t, l->first).line);
        pw_format_excerpt(&r->t->lexer, l->first, l->last, out);
    }
    size_t width = out->n - start;
    pw_strbuf_repeat(out, ' ', width < STATEMENT_WIDTH ? STATEMENT_WIDTH - width : 1);
    pw_strbuf_printf(out, " %s\n", l->text);
}

static void finding(const struct pw_mreport *r, const struct pw_munit_result *u,
                    const struct pw_mfinding *f, struct pw_strbuf *out)
{
    struct pw_place p = pw_mtree_place(r->t, f->ob.first);
    pw_strbuf_printf(out, "%s:%u:%u: ", r->t->lexer.src->name, p.line, p.column);
    print_what(r, u, f, out);
    pw_strbuf_putc(out, '\n');
    source_line(r, f->ob.first, f->ob.last, out);
    for (size_t i = 0; i < f->path.n; i++)
        path_line(r, &f->path.at[i], u->unit == NULL, out);
}

static void listed(const struct pw_mreport *r, const struct pw_munit_result *u,
                   const struct pw_mfinding *f, struct pw_strbuf *out)
{
    struct pw_place p = pw_mtree_place(r->t, f->ob.first);
    pw_strbuf_printf(out, "%s:%u:%u: %s in ", r->t->lexer.src->name, p.line, p.column,
                     pw_mob_name(f->ob.kind));
    unit_name(r, u->unit, out);
    annotation(r, &f->ob, out);
    pw_strbuf_putc(out, '\n');
}

static void counts(const struct pw_mreport *r, struct pw_strbuf *out)
{
    for (size_t i = 0; i < r->units.n; i++) {
        const struct pw_munit_result *u = &r->units.at[i];
        pw_strbuf_puts(out, i ? "; " : "obligations: ");
        pw_strbuf_printf(out, "%s %zu", u->unit ? pw_mtree_text(r->t, u->unit->name) : "file",
                         u->findings.n);
        if (u->failed) pw_strbuf_printf(out, ", %u fail%s", u->failed, u->failed == 1 ? "s" : "");
        if (u->unknown) pw_strbuf_printf(out, ", %u undecided", u->unknown);
    }
    pw_strbuf_puts(out, "\n");
}

static const char *verdict_word(enum pw_verdict v)
{
    return v == PW_SAFE ? "SAFE" : v == PW_UNSAFE ? "UNSAFE" : "UNKNOWN";
}

void pw_mprint_text(const struct pw_mreport *r, const struct pw_mverdict *v, bool list,
                    struct pw_strbuf *out)
{
    for (size_t i = 0; i < r->units.n; i++)
        for (size_t k = 0; k < r->units.at[i].findings.n; k++) {
            const struct pw_mfinding *f = &r->units.at[i].findings.at[k];
            if (list)
                listed(r, &r->units.at[i], f, out);
            else if (f->result != PW_MR_PROVED)
                finding(r, &r->units.at[i], f, out);
        }
    if (list) return;
    for (size_t i = 0; i < r->notes.n; i++)
        pw_strbuf_printf(out, "%s: note: %s\n", r->t->lexer.src->name, r->notes.at[i]);
    if (v->run) pw_strbuf_write(out, pw_strbuf_text(v->run), v->run->n);
    if (v->inferred) pw_strbuf_write(out, pw_strbuf_text(v->inferred), v->inferred->n);
    counts(r, out);
    pw_strbuf_printf(out, "%s: %s", r->t->lexer.src->name, verdict_word(v->verdict));
    if (v->verdict == PW_SAFE) {
        pw_strbuf_puts(out, " for any number of threads: ");
        pw_plural_print(out, r->obligations, "obligation");
        pw_strbuf_puts(out, " proved");
    }
    if (v->words) pw_strbuf_printf(out, ": %s", v->words);
    if (v->reason) pw_strbuf_printf(out, " (%s)", v->reason);
    pw_strbuf_putc(out, '\n');
}

static void json_path(const struct pw_mreport *r, const struct pw_mfinding *f, struct pw_json *j)
{
    pw_json_key(j, "path");
    pw_json_array(j);
    for (size_t i = 0; i < f->path.n; i++) {
        const struct pw_mline *l = &f->path.at[i];
        struct pw_strbuf text = {0};
        pw_json_object(j);
        if (l->first != NONE) {
            pw_format_excerpt(&r->t->lexer, l->first, l->last, &text);
            pw_json_key(j, "line");
            pw_json_int(j, pw_mtree_place(r->t, l->first).line);
        }
        pw_json_key(j, "statement");
        pw_json_string(j, l->first == NONE ? "(others)" : pw_strbuf_text(&text));
        pw_json_key(j, "values");
        pw_json_string(j, l->text);
        pw_json_end(j);
        pw_strbuf_clear(&text);
    }
    pw_json_end(j);
}

static void json_finding(const struct pw_mreport *r, const struct pw_munit_result *u,
                         const struct pw_mfinding *f, struct pw_json *j)
{
    static const char *const results[] = {"proved", "failed", "undecided"};
    struct pw_place p = pw_mtree_place(r->t, f->ob.first);
    struct pw_strbuf text = {0};
    pw_format_excerpt(&r->t->lexer, f->ob.first, f->ob.last, &text);
    annotation(r, &f->ob, &text);
    pw_json_object(j);
    pw_json_key(j, "kind");
    pw_json_string(j, pw_mob_name(f->ob.kind));
    pw_json_key(j, "line");
    pw_json_int(j, p.line);
    pw_json_key(j, "column");
    pw_json_int(j, p.column);
    pw_json_key(j, "text");
    pw_json_string(j, pw_strbuf_text(&text));
    pw_json_key(j, "result");
    assert((size_t)f->result < sizeof results / sizeof *results);
    pw_json_string(j, results[f->result]);
    if (f->path.n) json_path(r, f, j);
    pw_json_end(j);
    pw_strbuf_clear(&text);
    (void)u;
}

static void json_strings(struct pw_json *j, const char *key, const char *lines)
{
    pw_json_key(j, key);
    pw_json_array(j);
    while (lines && *lines) {
        const char *end = strchr(lines, '\n');
        size_t n = end ? (size_t)(end - lines) : strlen(lines);
        char *line = pw_mem_strndup(lines, n);
        pw_json_string(j, line);
        pw_mem_strfree(line);
        lines = end ? end + 1 : lines + n;
    }
    pw_json_end(j);
}

void pw_mprint_json(const struct pw_mreport *r, const struct pw_mverdict *v, struct pw_strbuf *out)
{
    struct pw_json j;
    pw_json_head(&j, out, PACKAGE_VERSION, r->t->lexer.src->name);
    pw_json_text(&j, "command", "modular");
    pw_json_key(&j, "verdict");
    pw_json_string(&j, pw_verdict_name(v->verdict));
    if (v->reason) {
        pw_json_key(&j, "reason");
        pw_json_string(&j, v->reason);
    }
    pw_json_key(&j, "units");
    pw_json_array(&j);
    for (size_t i = 0; i < r->units.n; i++) {
        const struct pw_munit_result *u = &r->units.at[i];
        pw_json_object(&j);
        pw_json_key(&j, "name");
        pw_json_string(&j, u->unit ? pw_mtree_text(r->t, u->unit->name) : "");
        pw_json_key(&j, "kind");
        pw_json_string(&j, !u->unit ? "file" : u->unit->is_thread ? "thread" : "proc");
        pw_json_key(&j, "obligations");
        pw_json_array(&j);
        for (size_t k = 0; k < u->findings.n; k++)
            json_finding(r, u, &u->findings.at[k], &j);
        pw_json_end(&j);
        pw_json_end(&j);
    }
    pw_json_end(&j);
    json_strings(&j, "run", v->run ? pw_strbuf_text(v->run) : NULL);
    json_strings(&j, "inferred", v->inferred ? pw_strbuf_text(v->inferred) : NULL);
    pw_json_key(&j, "warnings");
    pw_json_array(&j);
    for (size_t i = 0; i < r->notes.n; i++)
        pw_json_string(&j, r->notes.at[i]);
    pw_json_end(&j);
    pw_json_end(&j);
    pw_strbuf_putc(out, '\n');
}
