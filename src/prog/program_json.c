/* A program as JSON, for other tools and for oracles that share no code: format pwqo-program, which
 * doc/manual.md describes. Keys may be added; what is removed or changes its meaning raises the
 * version. */
#include "base/json.h"

#include <assert.h>

#include "base/limits.h"
#include "prog/program.h"

static const char *operator_name(enum pw_expr_kind k)
{
    static const char *const names[] = {
        [PW_EXPR_ADD] = "+",   [PW_EXPR_SUB] = "-",   [PW_EXPR_NEG] = "neg",
        [PW_EXPR_MUL] = "*",   [PW_EXPR_DIV] = "/",   [PW_EXPR_MOD] = "%",
        [PW_EXPR_MIN] = "min", [PW_EXPR_MAX] = "max", [PW_EXPR_ITE] = "ite",
        [PW_EXPR_EQ] = "=",    [PW_EXPR_NE] = "!=",   [PW_EXPR_LT] = "<",
        [PW_EXPR_LE] = "<=",   [PW_EXPR_GT] = ">",    [PW_EXPR_GE] = ">=",
        [PW_EXPR_IFF] = "iff", [PW_EXPR_XOR] = "xor", [PW_EXPR_NOT] = "not",
        [PW_EXPR_AND] = "and", [PW_EXPR_OR] = "or",   [PW_EXPR_IMPLIES] = "implies"};
    assert((size_t)k < sizeof names / sizeof *names);
    return names[k];
}

/* SHARED, LOCAL, PASSIVE, CHOICE, AT, OTHER_AT, COUNT as [word, template, index]. */
static void write_leaf(const struct pw_expr *e, struct pw_strbuf *out)
{
    static const char *const words[] = {
        [PW_EXPR_SHARED] = "shared", [PW_EXPR_LOCAL] = "local", [PW_EXPR_PASSIVE] = "other",
        [PW_EXPR_CHOICE] = "choice", [PW_EXPR_AT] = "at",       [PW_EXPR_OTHER_AT] = "other.at",
        [PW_EXPR_COUNT] = "count"};
    if (e->kind == PW_EXPR_BEFORE) {
        pw_strbuf_puts(out, "[\"before\"]");
        return;
    }
    bool templated = e->kind != PW_EXPR_SHARED && e->kind != PW_EXPR_CHOICE;
    assert((size_t)e->kind < sizeof words / sizeof *words);
    pw_strbuf_printf(out, "[\"%s\",", words[e->kind]);
    if (templated && e->template <0)
        pw_strbuf_puts(out, "null,");
    else if (templated)
        pw_strbuf_printf(out, "%d,", (int)e->template);
    pw_strbuf_printf(out, "%u]", (unsigned)e->index);
}

/* Recursion is as deep as an expression may be (prog/expr.h). */
static void write_expr(const struct pw_expr *e, struct pw_strbuf *out)
{
    unsigned arity = pw_expr_arity(e->kind);
    if (e->kind == PW_EXPR_INT) {
        pw_int_print(&e->value, out);
    } else if (e->kind == PW_EXPR_BOOL) {
        pw_strbuf_puts(out, e->truth ? "true" : "false");
    } else if (!arity) {
        write_leaf(e, out);
    } else {
        pw_strbuf_printf(out, "[\"%s\"", operator_name(e->kind));
        for (unsigned i = 0; i < arity; i++) {
            pw_strbuf_putc(out, ',');
            write_expr(e->args[i], out);
        }
        pw_strbuf_putc(out, ']');
    }
}

static void put_expr(struct pw_json *j, const struct pw_expr *e)
{
    struct pw_strbuf b = {0};
    pw_limits_poll();
    if (e) write_expr(e, &b);
    pw_json_raw(j, e ? pw_strbuf_text(&b) : "null");
    pw_strbuf_clear(&b);
}

static void key_int(struct pw_json *j, const char *key, int64_t n)
{
    pw_json_key(j, key);
    pw_json_int(j, n);
}

static void key_expr(struct pw_json *j, const char *key, const struct pw_expr *e)
{
    pw_json_key(j, key);
    put_expr(j, e);
}

/* A number, or null if it is negative (PW_ANY, PW_NONE). */
static void key_or_null(struct pw_json *j, const char *key, int64_t n)
{
    pw_json_key(j, key);
    if (n < 0)
        pw_json_null(j);
    else
        pw_json_int(j, n);
}

static void key_list(struct pw_json *j, const char *key)
{
    pw_json_key(j, key);
    pw_json_array(j);
}

static void put_pos(struct pw_json *j, struct pw_pos pos)
{
    pw_json_key(j, "pos");
    pw_json_object(j);
    key_int(j, "file", pos.file);
    key_int(j, "line", pos.line);
    key_int(j, "offset", (int64_t)pos.offset);
    pw_json_end(j);
}

static void put_type(struct pw_json *j, struct pw_type t)
{
    static const char *const words[] = {"int", "bool", "range"};
    assert((size_t)t.kind < sizeof words / sizeof *words);
    pw_json_text(j, "type", words[t.kind]);
    if (t.kind != PW_RANGE) return;
    key_int(j, "low", t.lo);
    key_int(j, "high", t.hi);
}

static void put_vars(struct pw_json *j, const char *key, const struct pw_var *vars, size_t n)
{
    static const char *const origins[] = {"declared", "mutex", "mine", "temporary"};
    key_list(j, key);
    for (size_t i = 0; i < n; i++) {
        pw_json_object(j);
        pw_json_text(j, "name", vars[i].name);
        put_type(j, vars[i].type);
        key_expr(j, "init", vars[i].init);
        pw_json_text(j, "origin", origins[vars[i].origin]);
        put_pos(j, vars[i].pos);
        pw_json_end(j);
    }
    pw_json_end(j);
}

static void put_locations(struct pw_json *j, const struct pw_thread_template *t)
{
    key_list(j, "locations");
    for (size_t i = 0; i < t->nlocs; i++) {
        pw_json_object(j);
        pw_json_text(j, "name", t->locs[i].name);
        pw_json_text(j, "kind", pw_loc_kind_name(t->locs[i].kind));
        key_list(j, "labels");
        for (size_t k = 0; k < t->locs[i].nlabels; k++)
            pw_json_int(j, t->locs[i].labels[k]);
        pw_json_end(j);
        put_pos(j, t->locs[i].pos);
        pw_json_end(j);
    }
    pw_json_end(j);
}

static void put_effect(struct pw_json *j, const struct pw_edge *e)
{
    key_list(j, "updates");
    for (size_t i = 0; i < e->nupdates; i++) {
        pw_json_object(j);
        key_int(j, e->updates[i].shared ? "shared" : "local", e->updates[i].index);
        key_expr(j, "value", e->updates[i].to);
        pw_json_end(j);
    }
    pw_json_end(j);
    key_list(j, "choices");
    for (size_t i = 0; i < e->nchoices; i++) {
        pw_json_object(j);
        pw_json_text(j, "name", e->choices[i].name);
        put_type(j, e->choices[i].type);
        pw_json_end(j);
    }
    pw_json_end(j);
}

static void put_looks(struct pw_json *j, const struct pw_edge *e)
{
    key_list(j, "looks");
    for (size_t i = 0; i < e->nlooks; i++) {
        pw_json_object(j);
        pw_json_text(j, "kind", e->looks[i].every ? "every" : "some");
        key_or_null(j, "passive", e->looks[i].passive);
        key_expr(j, "formula", e->looks[i].expr);
        pw_json_end(j);
    }
    pw_json_end(j);
}

static void put_others(struct pw_json *j, const struct pw_edge *e)
{
    key_list(j, "others");
    for (size_t i = 0; i < e->nothers; i++) {
        pw_json_object(j);
        key_int(j, "template", e->others[i].template);
        key_int(j, "local", e->others[i].index);
        key_expr(j, "value", e->others[i].to);
        pw_json_end(j);
    }
    pw_json_end(j);
}

static void put_edges(struct pw_json *j, const struct pw_thread_template *t)
{
    static const char *const kinds[] = {"step", "assert", "range", "unlock"};
    key_list(j, "edges");
    for (size_t i = 0; i < t->nedges; i++) {
        const struct pw_edge *e = &t->edges[i];
        pw_json_object(j);
        key_int(j, "from", e->from);
        key_int(j, "to", e->to);
        assert((size_t)e->kind < sizeof kinds / sizeof *kinds);
        pw_json_text(j, "kind", kinds[e->kind]);
        key_expr(j, "guard", e->guard);
        put_effect(j, e);
        if (e->nlooks) put_looks(j, e);
        if (e->nothers) put_others(j, e);
        key_int(j, "statement", e->statement);
        pw_json_text(j, "text", e->text);
        put_pos(j, e->pos);
        pw_json_end(j);
    }
    pw_json_end(j);
}

static void put_templates(struct pw_json *j, const struct pw_program *p)
{
    key_list(j, "templates");
    for (size_t i = 0; i < p->ntemplates; i++) {
        const struct pw_thread_template *t = &p->templates[i];
        pw_json_object(j);
        pw_json_text(j, "name", t->name);
        key_or_null(j, "count", t->count);
        put_vars(j, "locals", t->locals, t->nlocals);
        key_int(j, "entry", t->entry);
        key_or_null(j, "error", t->error);
        put_locations(j, t);
        put_edges(j, t);
        put_pos(j, t->pos);
        pw_json_end(j);
    }
    pw_json_end(j);
}

static void put_labels(struct pw_json *j, const struct pw_program *p)
{
    key_list(j, "labels");
    for (size_t i = 0; i < p->nlabels; i++) {
        pw_json_object(j);
        pw_json_text(j, "name", p->labels[i].name);
        put_pos(j, p->labels[i].pos);
        pw_json_end(j);
    }
    pw_json_end(j);
}

static void put_formula(struct pw_json *j, const struct pw_pred *q)
{
    pw_json_text(j, "class", pw_pred_class_name(q->class));
    key_or_null(j, "active", q->active);
    key_or_null(j, "passive", q->passive);
    key_expr(j, "formula", q->expr);
}

static void put_formulas(struct pw_json *j, const char *key, const struct pw_pred *list, size_t n)
{
    key_list(j, key);
    for (size_t i = 0; i < n; i++) {
        pw_json_object(j);
        if (list[i].name) pw_json_text(j, "name", list[i].name);
        pw_json_text(j, "text", list[i].text);
        put_formula(j, &list[i]);
        put_pos(j, list[i].pos);
        pw_json_end(j);
    }
    pw_json_end(j);
}

static void put_property(struct pw_json *j, const struct pw_program *p)
{
    key_list(j, "unsafe");
    for (size_t i = 0; i < p->nunsafe; i++) {
        const struct pw_disjunct *d = &p->unsafe[i];
        pw_json_object(j);
        pw_json_text(j, "text", d->text);
        key_list(j, "counts");
        for (size_t k = 0; k < d->ncounts; k++) {
            pw_json_object(j);
            key_int(j, "label", d->counts[k].label);
            key_or_null(j, "template", d->counts[k].template);
            key_int(j, "least", d->counts[k].least);
            pw_json_end(j);
        }
        pw_json_end(j);
        if (d->formula) put_formula(j, d->formula);
        put_pos(j, d->pos);
        pw_json_end(j);
    }
    pw_json_end(j);
}

void pw_program_json(const struct pw_program *p, struct pw_strbuf *out)
{
    struct pw_json j;
    pw_json_start(&j, out);
    pw_json_object(&j);
    pw_json_text(&j, "format", "pwqo-program");
    key_int(&j, "version", PW_PROGRAM_JSON_VERSION);
    key_list(&j, "files");
    for (size_t i = 0; i < p->nfiles; i++)
        pw_json_string(&j, p->files[i]);
    pw_json_end(&j);
    put_vars(&j, "shared", p->shared, p->nshared);
    put_labels(&j, p);
    put_templates(&j, p);
    put_formulas(&j, "init", p->inits, p->ninits);
    put_formulas(&j, "predicates", p->preds.at, p->preds.n);
    put_formulas(&j, "invariants", p->invariants, p->ninvariants);
    put_property(&j, p);
    pw_json_end(&j);
    pw_strbuf_putc(out, '\n');
}
