#include "lsp/document.h"

#include <assert.h>
#include <string.h>

#include "base/order.h"
#include "front/dr/dr.h"
#include "front/dr/format.h"

/* --- the text --- */

static void forget(struct pw_document *d)
{
    pw_program_free(d->program);
    d->program = NULL;
    pw_lexer_clear(&d->lexer);
    pw_diags_clear(&d->lex_diags);
    pw_diags_clear(&d->diags);
    pw_source_clear(&d->source);
}

static void analyse(struct pw_document *d, const char *text, size_t size)
{
    pw_source_from_text(&d->source, "editor.dr", text, size);
    pw_position_lines(&d->lines, d->source.text, d->source.size);
    pw_lexer_run(&d->lexer, &d->source, &d->lex_diags);
    pw_outline_make(&d->outline, &d->lexer);
    d->program = pw_dr_parse(&d->source, NULL, 0, &d->diags);
}

struct pw_document *pw_document_new(const char *uri, const char *text, size_t size)
{
    struct pw_document *d = PW_NEW(struct pw_document);
    d->uri = pw_mem_strdup(uri);
    analyse(d, text, size);
    return d;
}

void pw_document_free(struct pw_document *d)
{
    forget(d);
    pw_vec_clear(&d->lines);
    pw_vec_clear(&d->outline);
    pw_mem_strfree(d->uri);
    PW_FREE(d);
}

void pw_document_set(struct pw_document *d, const char *text, size_t size)
{
    struct pw_strbuf copy = {0};
    pw_strbuf_write(&copy, text, size);
    forget(d);
    analyse(d, pw_strbuf_text(&copy), copy.n);
    pw_strbuf_clear(&copy);
}

static size_t offset_of(const struct pw_document *d, struct pw_position p)
{
    return pw_position_offset(&d->lines, d->source.text, d->source.size, p);
}

void pw_document_edit(struct pw_document *d, struct pw_position from, struct pw_position to,
                      const char *text)
{
    size_t a = offset_of(d, from), b = offset_of(d, to);
    if (b < a) b = a;
    struct pw_strbuf whole = {0};
    pw_strbuf_write(&whole, d->source.text, a);
    pw_strbuf_puts(&whole, text);
    pw_strbuf_write(&whole, d->source.text + b, d->source.size - b);
    pw_document_set(d, pw_strbuf_text(&whole), whole.n);
    pw_strbuf_clear(&whole);
}

void pw_document_range(const struct pw_document *d, size_t from, size_t to, struct pw_json *j)
{
    pw_position_range(j, &d->lines, d->source.text, d->source.size, from, to);
}

static void token_range(const struct pw_document *d, uint32_t first, uint32_t last,
                        struct pw_json *j)
{
    assert(first < d->lexer.tokens.n);
    assert(last < d->lexer.tokens.n);
    pw_document_range(d, d->lexer.tokens.at[first].from, d->lexer.tokens.at[last].to, j);
}

/* --- diagnostics --- */

static void diagnostic(const struct pw_document *d, struct pw_diag_view v, struct pw_json *j)
{
    struct pw_strbuf text = {0};
    pw_strbuf_puts(&text, v.message);
    if (v.hint) pw_strbuf_printf(&text, "\n%s", v.hint);
    pw_json_object(j);
    pw_json_key(j, "range");
    pw_document_range(d, v.from, v.to > v.from ? v.to : v.from + 1, j);
    pw_json_key(j, "severity");
    pw_json_int(j, v.severity == PW_ERROR ? 1 : v.severity == PW_WARNING ? 2 : 3);
    pw_json_text(j, "source", "pwqo");
    pw_json_text(j, "message", pw_strbuf_text(&text));
    pw_json_end(j);
    pw_strbuf_clear(&text);
}

void pw_document_diagnostics(const struct pw_document *d, struct pw_json *j)
{
    for (size_t i = 0; i < d->diags.n; i++)
        diagnostic(d, pw_diag_get(&d->diags, i), j);
}

/* --- names --- */

/* The name at, or that ends at, the position; -1 if there is none. */
static int64_t name_at(const struct pw_document *d, struct pw_position p)
{
    assert(d->lexer.tokens.n > 0);
    size_t at = offset_of(d, p);
    size_t first = PW_FIRST(i, 0, d->lexer.tokens.n - 1, d->lexer.tokens.at[i].to >= at);
    for (size_t i = first; i < d->lexer.tokens.n && i < first + 2; i++) {
        const struct pw_token *t = &d->lexer.tokens.at[i];
        if (t->kind == PW_TOK_NAME && t->from <= at && at <= t->to) return (int64_t)i;
    }
    return -1;
}

static void hover_predicate(const struct pw_document *d, const char *name, struct pw_strbuf *out)
{
    static const char *const about[] = {
        "shared: one truth for all threads", "local: about one thread alone",
        "single-thread: about shared variables and one thread",
        "inter-thread: true for a thread if it holds against every other thread"};
    for (size_t i = 0; d->program && i < d->program->preds.n; i++)
        if (!strcmp(d->program->preds.at[i].name, name))
            pw_strbuf_printf(out, "\n\n%s", about[d->program->preds.at[i].class]);
}

static void hover_label(const struct pw_document *d, const char *name, struct pw_strbuf *out)
{
    int32_t label = d->program ? pw_program_label(d->program, name) : PW_NONE;
    if (label == PW_NONE) return;
    assert((size_t)label < d->program->nlabels);
    const struct pw_label *l = &d->program->labels[label];
    pw_strbuf_printf(out, "\n\n`count(%s)` counts the threads here: %zu location%s of", name,
                     l->nplaces, l->nplaces == 1 ? "" : "s");
    uint32_t last = UINT32_MAX;
    for (size_t i = 0; i < l->nplaces; i++) {
        if (l->places[i].template == last) continue;
        pw_strbuf_printf(out, "%s %s", last == UINT32_MAX ? "" : ",",
                         d->program->templates[l->places[i].template].name);
        last = l->places[i].template;
    }
    if (!l->nplaces) pw_strbuf_puts(out, " no thread: no thread can ever be here");
}

static void hover_text(const struct pw_document *d, const struct pw_outline_entry *e,
                       struct pw_strbuf *out)
{
    assert(e->name < d->lexer.names.n);
    const char *name = d->lexer.names.at[e->name];
    pw_strbuf_printf(out, "%s `%s`", pw_outline_word(e->kind), name);
    if (e->unit >= 0)
        pw_strbuf_printf(out, " of `%s`", d->lexer.names.at[d->outline.at[e->unit].name]);
    bool unit = e->kind == PW_OUTLINE_THREAD || e->kind == PW_OUTLINE_PROC;
    if (!unit && e->kind != PW_OUTLINE_LABEL && e->kind != PW_OUTLINE_PARAMETER) {
        pw_strbuf_puts(out, "\n\n```dr\n");
        pw_format_excerpt(&d->lexer, e->first, e->last, out);
        pw_strbuf_puts(out, "\n```");
    }
    if (e->kind == PW_OUTLINE_PREDICATE) hover_predicate(d, name, out);
    if (e->kind == PW_OUTLINE_LABEL) hover_label(d, name, out);
}

void pw_document_hover(const struct pw_document *d, struct pw_position p, struct pw_json *j)
{
    int64_t token = name_at(d, p),
            found = token < 0 ? -1 : pw_outline_find(&d->outline, &d->lexer, (uint32_t)token);
    if (found < 0) {
        pw_json_null(j);
        return;
    }
    struct pw_strbuf text = {0};
    assert((size_t)found < d->outline.n);
    hover_text(d, &d->outline.at[found], &text);
    pw_json_object(j);
    pw_json_key(j, "contents");
    pw_json_object(j);
    pw_json_text(j, "kind", "markdown");
    pw_json_text(j, "value", pw_strbuf_text(&text));
    pw_json_end(j);
    pw_json_key(j, "range");
    token_range(d, (uint32_t)token, (uint32_t)token, j);
    pw_json_end(j);
    pw_strbuf_clear(&text);
}

void pw_document_definition(const struct pw_document *d, struct pw_position p, struct pw_json *j)
{
    int64_t token = name_at(d, p),
            found = token < 0 ? -1 : pw_outline_find(&d->outline, &d->lexer, (uint32_t)token);
    if (found < 0) {
        pw_json_null(j);
        return;
    }
    pw_json_object(j);
    pw_json_text(j, "uri", d->uri);
    pw_json_key(j, "range");
    assert((size_t)found < d->outline.n);
    token_range(d, d->outline.at[found].token, d->outline.at[found].token, j);
    pw_json_end(j);
}

/* --- symbols --- */

static int symbol_kind(enum pw_outline_kind kind)
{
    static const int kinds[] = {
        14, 13, 13, 13, 5, 12, 17, 20}; /* Constant, Variable, ..., Class, Function, Boolean, Key */
    assert((size_t)kind < sizeof kinds / sizeof *kinds);
    return kinds[kind];
}

static void symbol(const struct pw_document *d, size_t i, struct pw_json *j)
{
    assert(i < d->outline.n);
    const struct pw_outline_entry *e = &d->outline.at[i];
    pw_json_object(j);
    assert(e->name < d->lexer.names.n);
    pw_json_text(j, "name", d->lexer.names.at[e->name]);
    pw_json_text(j, "detail", pw_outline_word(e->kind));
    pw_json_key(j, "kind"), pw_json_int(j, symbol_kind(e->kind));
    pw_json_key(j, "range"), token_range(d, e->first, e->last, j);
    pw_json_key(j, "selectionRange"), token_range(d, e->token, e->token, j);
    if (e->kind == PW_OUTLINE_THREAD || e->kind == PW_OUTLINE_PROC) {
        pw_json_key(j, "children");
        pw_json_array(j);
        for (size_t k = i + 1; k < d->outline.n && d->outline.at[k].unit == (int32_t)i; k++)
            symbol(d, k, j);
        pw_json_end(j);
    }
    pw_json_end(j);
}

void pw_document_symbols(const struct pw_document *d, struct pw_json *j)
{
    pw_json_array(j);
    for (size_t i = 0; i < d->outline.n; i++)
        if (d->outline.at[i].unit < 0) symbol(d, i, j);
    pw_json_end(j);
}

/* --- completion --- */

static void item(struct pw_json *j, const char *label, int kind, const char *detail)
{
    pw_json_object(j);
    pw_json_text(j, "label", label);
    pw_json_key(j, "kind"), pw_json_int(j, kind);
    pw_json_text(j, "detail", detail);
    pw_json_end(j);
}

/* Names of the unit around the position, and those of the file; outside of units, where predicates
 * are, all names. */
void pw_document_completion(const struct pw_document *d, struct pw_position p, struct pw_json *j)
{
    static const int kinds[] = {
        21, 6, 6, 6, 7, 3, 12, 18}; /* Constant, Variable, ..., Class, Function, Value, Reference */
    size_t at = offset_of(d, p);
    int32_t unit = -1;
    for (size_t i = 0; i < d->outline.n; i++) {
        const struct pw_outline_entry *e = &d->outline.at[i];
        bool is_unit = e->kind == PW_OUTLINE_THREAD || e->kind == PW_OUTLINE_PROC;
        if (is_unit && d->lexer.tokens.at[e->first].from <= at &&
            at <= d->lexer.tokens.at[e->last].to)
            unit = (int32_t)i;
    }
    bool *seen = PW_NEWS(bool, d->lexer.names.n);
    pw_json_array(j);
    for (size_t i = 0; i < d->outline.n; i++) {
        const struct pw_outline_entry *e = &d->outline.at[i];
        bool visible = unit < 0 || e->unit < 0 || e->unit == unit;
        if (!visible || seen[e->name]) continue;
        seen[e->name] = true;
        assert(e->name < d->lexer.names.n);
        assert((size_t)e->kind < sizeof kinds / sizeof *kinds);
        item(j, d->lexer.names.at[e->name], kinds[e->kind], pw_outline_word(e->kind));
    }
    PW_FREES(seen, d->lexer.names.n);
    for (int k = 0; k < PW_TOK_KINDS; k++)
        if (pw_lexer_is_keyword((enum pw_token_kind)k))
            item(j, pw_lexer_spelling((enum pw_token_kind)k), 14, "word of the language");
    pw_json_end(j);
}

/* --- formatting and lenses --- */

void pw_document_format(const struct pw_document *d, struct pw_json *j)
{
    struct pw_diags diags = {0};
    struct pw_strbuf text = {0};
    bool good = pw_format_source(&d->source, &diags, &text);
    if (!good) {
        pw_json_null(j);
    } else {
        pw_json_array(j);
        if (text.n != d->source.size || memcmp(pw_strbuf_text(&text), d->source.text, text.n)) {
            pw_json_object(j);
            pw_json_key(j, "range");
            pw_document_range(d, 0, d->source.size, j);
            pw_json_text(j, "newText", pw_strbuf_text(&text));
            pw_json_end(j);
        }
        pw_json_end(j);
    }
    pw_strbuf_clear(&text);
    pw_diags_clear(&diags);
}

static void lens(const struct pw_document *d, uint32_t token, struct pw_json *j)
{
    pw_json_object(j);
    pw_json_key(j, "range"), token_range(d, token, token, j);
    pw_json_key(j, "command");
    pw_json_object(j);
    pw_json_text(j, "title", "verify");
    pw_json_text(j, "command", "pwqo.verify");
    pw_json_key(j, "arguments");
    pw_json_array(j);
    pw_json_string(j, d->uri);
    pw_json_end(j);
    pw_json_end(j);
    pw_json_end(j);
}

void pw_document_lenses(const struct pw_document *d, struct pw_json *j)
{
    size_t n = 0;
    pw_json_array(j);
    for (uint32_t i = 0; i < d->lexer.tokens.n; i++)
        if (d->lexer.tokens.at[i].kind == PW_TOK_UNSAFE) lens(d, i, j), n++;
    if (!n) lens(d, 0, j);
    pw_json_end(j);
}
