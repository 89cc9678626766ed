#include "front/drt/drt_parse.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

#include "base/debug.h"
#include "front/drt/drt.h"

struct parse_ctx {
    struct pw_drt_scan s;
    struct pw_dual *t;
    PW_VEC(struct pw_rows_block) blocks;
};

/* ---- lookup ---- */

enum kind { A_THREAD, A_LOCATION, A_LABEL, A_PREDICATE };

static size_t candidates(const struct pw_dual *t, enum kind kind, uint32_t thread)
{
    return kind == A_THREAD      ? t->templates.n
           : kind == A_LABEL     ? t->labels.n
           : kind == A_PREDICATE ? t->preds.n
                                 : t->templates.at[thread].locs.n;
}

static const char *candidate(const struct pw_dual *t, enum kind kind, uint32_t thread, size_t i)
{
    if (kind == A_THREAD) return t->templates.at[i].name;
    if (kind == A_LABEL) return t->labels.at[i];
    if (kind == A_PREDICATE) return t->preds.at[i].name;
    assert(thread < t->templates.n);
    assert(i < t->templates.at[thread].locs.n);
    return t->locs.at[t->templates.at[thread].locs.at[i]].name;
}

/* The number of a declared name, or PW_NO_INDEX. */
static uint32_t find(const struct pw_dual *t, enum kind kind, uint32_t thread, const char *name)
{
    size_t n = candidates(t, kind, thread);
    for (size_t i = 0; i < n; i++)
        if (!strcmp(candidate(t, kind, thread, i), name))
            return kind == A_LOCATION ? t->templates.at[thread].locs.at[i] : (uint32_t)i;
    return PW_NO_INDEX;
}

static void unknown(struct parse_ctx *p, enum kind kind, uint32_t thread, const char *name,
                    struct pw_drt_word where)
{
    static const char *const kinds[] = {"thread", "location", "label", "predicate"};
    size_t n = candidates(p->t, kind, thread);
    const char **names = PW_NEWS(const char *, n);
    for (size_t i = 0; i < n; i++)
        names[i] = candidate(p->t, kind, thread, i);
    const char *near = pw_diag_nearest(name, names, n);
    struct pw_strbuf hint = {0};
    if (near) pw_strbuf_printf(&hint, "did you mean '%s'?", near);
    if (kind == A_LOCATION)
        pw_drt_scan_error(&p->s, where, near ? pw_strbuf_text(&hint) : NULL,
                          "thread %s has no location '%s'", p->t->templates.at[thread].name, name);
    else
        pw_drt_scan_error(&p->s, where, near ? pw_strbuf_text(&hint) : NULL, "undeclared %s '%s'",
                          kinds[kind], name);
    pw_strbuf_clear(&hint);
    PW_FREES(names, n);
}

/* Reads the name of something declared; PW_NO_INDEX after an error. */
static uint32_t known(struct parse_ctx *p, enum kind kind, uint32_t thread, const char *what)
{
    struct pw_drt_word where;
    char *name = pw_drt_scan_name(&p->s, what, &where);
    if (!name) return PW_NO_INDEX;
    uint32_t i = find(p->t, kind, thread, name);
    if (i == PW_NO_INDEX) unknown(p, kind, thread, name, where);
    pw_mem_strfree(name);
    return i;
}

/* Reads the name of something new; NULL after an error. */
static char *fresh(struct parse_ctx *p, enum kind kind, uint32_t thread, const char *what)
{
    struct pw_drt_word where;
    char *name = pw_drt_scan_name(&p->s, what, &where);
    if (!name || find(p->t, kind, thread, name) == PW_NO_INDEX) return name;
    pw_drt_scan_error(&p->s, where, NULL, "%s '%s' is declared twice",
                      what + (what[1] == ' ' ? 2 : 0), name);
    pw_mem_strfree(name);
    return NULL;
}

static unsigned optional_line(struct parse_ctx *p)
{
    int64_t line = 0;
    if (pw_drt_scan_accept(&p->s, "line"))
        pw_drt_scan_int(&p->s, "a line number", 1, UINT32_MAX / 2, &line);
    return (unsigned)line;
}

/* ---- declarations ---- */

static void read_bound(struct parse_ctx *p)
{
    pw_drt_scan_int(&p->s, "the bound", 0, INT64_MAX, &p->t->bound);
    pw_drt_scan_expect(&p->s, ";", "after the bound");
}

static bool read_class(struct parse_ctx *p, enum pw_tpred_class *cls)
{
    for (int c = PW_TPRED_SHARED; c <= PW_TPRED_INTER; c++)
        if (pw_drt_scan_accept(&p->s, pw_tpred_class_name(c))) return *cls = c, true;
    pw_drt_scan_error(&p->s, pw_drt_scan_next(&p->s), NULL,
                      "expected shared, local, single-thread or inter-thread");
    return false;
}

static void read_predicate(struct parse_ctx *p)
{
    enum pw_tpred_class cls = PW_TPRED_SHARED;
    char *name = fresh(p, A_PREDICATE, 0, "a predicate"), *text = NULL;
    if (name && pw_drt_scan_expect(&p->s, ":", "after the name of the predicate") &&
        read_class(p, &cls))
        text = pw_drt_scan_string(&p->s, "the predicate's text in quotes");
    if (text && pw_drt_scan_expect(&p->s, ";", "after the predicate"))
        pw_dual_add_pred(p->t, name, text, cls);
    if (text) pw_mem_strfree(text);
    if (name) pw_mem_strfree(name);
}

static void read_labels(struct parse_ctx *p)
{
    do {
        char *name = fresh(p, A_LABEL, 0, "a label");
        if (!name) return;
        pw_dual_add_label(p->t, name);
        pw_mem_strfree(name);
    } while (pw_drt_scan_accept(&p->s, ","));
    pw_drt_scan_expect(&p->s, ";", "after the labels");
}

struct type {
    enum pw_field_kind kind;
    int64_t lo, hi;
};

static bool read_type(struct parse_ctx *p, struct type *type)
{
    *type = (struct type){PW_FIELD_BIT, 0, 1};
    if (pw_drt_scan_accept(&p->s, "bit")) return true;
    type->kind = PW_FIELD_BOOL;
    if (pw_drt_scan_accept(&p->s, "bool")) return true;
    type->kind = PW_FIELD_RANGE;
    if (!pw_drt_scan_expect(&p->s, "int", "or 'bool' or 'bit'") ||
        !pw_drt_scan_expect(&p->s, "[", "before the range"))
        return false;
    int64_t most = INT64_MAX / 4;
    if (!pw_drt_scan_int(&p->s, "the least value", -most, most, &type->lo) ||
        !pw_drt_scan_expect(&p->s, "..", "in the range"))
        return false;
    struct pw_drt_word where = pw_drt_scan_next(&p->s);
    if (!pw_drt_scan_int(&p->s, "the greatest value", -most, most, &type->hi)) return false;
    if (type->hi < type->lo)
        pw_drt_scan_error(&p->s, where, NULL, "this range is empty");
    else if (type->hi - type->lo >= PW_FIELD_VALUES)
        pw_drt_scan_error(&p->s, where, NULL, "this range has more than %d values",
                          PW_FIELD_VALUES);
    return pw_drt_scan_expect(&p->s, "]", "after the range");
}

static bool has_field(const pw_fields *fs, const char *name)
{
    for (size_t i = 0; i < fs->n; i++)
        if (!strcmp(fs->at[i].name, name)) return true;
    return false;
}

/* thread = PW_NO_INDEX: a shared field. */
static void read_field(struct parse_ctx *p, uint32_t thread, const struct type *type)
{
    struct pw_drt_word where;
    char *name = pw_drt_scan_name(&p->s, "a field name", &where);
    if (!name) return;
    bool shared = thread == PW_NO_INDEX;
    const pw_fields *fs = shared ? &p->t->shared : &p->t->templates.at[thread].fields;
    uint32_t pred = find(p->t, A_PREDICATE, 0, name);
    if (has_field(fs, name) || has_field(&p->t->shared, name))
        pw_drt_scan_error(&p->s, where, NULL, "field '%s' is declared twice", name);
    else if (type->kind != PW_FIELD_BIT && shared)
        pw_dual_add_shared_value(p->t, name, type->kind, type->lo, type->hi);
    else if (type->kind != PW_FIELD_BIT)
        pw_dual_add_local_value(p->t, thread, name, type->kind, type->lo, type->hi);
    else if (pred == PW_NO_INDEX)
        pw_drt_scan_error(&p->s, where, "declare the predicate, or use bool for a variable",
                          "the bit '%s' belongs to no predicate", name);
    else if (shared)
        pw_dual_add_shared_bit(p->t, pred);
    else
        pw_dual_add_local_bit(p->t, thread, pred);
    pw_mem_strfree(name);
}

static void read_fields(struct parse_ctx *p, uint32_t thread)
{
    struct type type;
    if (!read_type(p, &type)) return;
    do
        read_field(p, thread, &type);
    while (!p->s.failed && pw_drt_scan_accept(&p->s, ","));
    pw_drt_scan_expect(&p->s, ";", "after the fields");
}

static void read_location_labels(struct parse_ctx *p, uint32_t loc)
{
    do {
        uint32_t label = known(p, A_LABEL, 0, "a label");
        if (label == PW_NO_INDEX) return;
        pw_dual_label_loc(p->t, loc, label);
    } while (pw_drt_scan_accept(&p->s, ","));
}

static void read_location(struct parse_ctx *p, uint32_t thread)
{
    char *name = fresh(p, A_LOCATION, thread, "a location");
    if (!name) return;
    struct pw_drt_word entry = pw_drt_scan_next(&p->s);
    bool is_entry = pw_drt_scan_accept(&p->s, "entry");
    enum pw_tloc_kind kind = pw_drt_scan_accept(&p->s, "error") ? PW_TLOC_ERROR
                             : pw_drt_scan_accept(&p->s, "end") ? PW_TLOC_END
                                                                : PW_TLOC_NORMAL;
    uint32_t loc = pw_dual_add_loc(p->t, thread, name, 0, kind);
    pw_mem_strfree(name);
    if (is_entry && p->t->templates.at[thread].entry != PW_NO_INDEX)
        pw_drt_scan_error(&p->s, entry, NULL, "thread %s has a second entry",
                          p->t->templates.at[thread].name);
    else if (is_entry)
        pw_dual_set_entry(p->t, thread, loc);
    if (pw_drt_scan_accept(&p->s, "labels")) read_location_labels(p, loc);
    assert(loc < p->t->locs.n);
    p->t->locs.at[loc].line = optional_line(p);
    pw_drt_scan_expect(&p->s, ";", "after the location");
}

static void finish_thread(struct parse_ctx *p, uint32_t thread, struct pw_drt_word where)
{
    assert(thread < p->t->templates.n);
    const struct pw_dual_kind *x = &p->t->templates.at[thread];
    if (!x->locs.n)
        pw_drt_scan_error(&p->s, where, NULL, "thread %s has no location", x->name);
    else if (x->entry == PW_NO_INDEX)
        pw_drt_scan_error(&p->s, where, "write 'entry' behind the name of a location",
                          "thread %s has no entry", x->name);
}

static void read_thread_items(struct parse_ctx *p, uint32_t thread)
{
    while (!pw_drt_scan_peek(&p->s, "}") && !pw_drt_scan_at_end(&p->s) &&
           !pw_diag_full(p->s.diags)) {
        if (pw_drt_scan_accept(&p->s, "location"))
            read_location(p, thread);
        else
            read_fields(p, thread);
        if (p->s.failed) pw_drt_scan_recover(&p->s);
    }
}

static void read_thread(struct parse_ctx *p)
{
    struct pw_drt_word where = pw_drt_scan_next(&p->s);
    char *name = fresh(p, A_THREAD, 0, "a thread");
    if (!name) return;
    int64_t count = -1;
    if (pw_drt_scan_accept(&p->s, "[")) {
        pw_drt_scan_int(&p->s, "the number of threads", 0, 1000000, &count);
        pw_drt_scan_expect(&p->s, "]", "after the number of threads");
    }
    uint32_t thread = pw_dual_add_kind(p->t, name, count);
    pw_mem_strfree(name);
    if (!pw_drt_scan_expect(&p->s, "{", "before the fields of the thread")) return;
    unsigned errors = p->s.diags->errors;
    read_thread_items(p, thread);
    if (pw_drt_scan_expect(&p->s, "}", "after the thread") && errors == p->s.diags->errors)
        finish_thread(p, thread, where);
}

static void read_unsafe(struct parse_ctx *p)
{
    uint32_t bad = pw_dual_add_bad(p->t, NULL, 0);
    do {
        int64_t k = 1;
        if (!pw_drt_scan_expect(&p->s, "count", "in an unsafe condition") ||
            !pw_drt_scan_expect(&p->s, "(", "after 'count'"))
            return;
        uint32_t label = known(p, A_LABEL, 0, "a label");
        if (label == PW_NO_INDEX || !pw_drt_scan_expect(&p->s, ")", "after the label") ||
            !pw_drt_scan_expect(&p->s, ">=", "after the label"))
            return;
        if (!pw_drt_scan_int(&p->s, "the number of threads", 1, 1000000, &k)) return;
        pw_dual_add_bad_term(p->t, bad, label, (uint32_t)k);
    } while (pw_drt_scan_accept(&p->s, "&&"));
    if (pw_drt_scan_accept(&p->s, "as"))
        p->t->bad.at[bad].what = pw_drt_scan_string(&p->s, "a text in quotes");
    assert(bad < p->t->bad.n);
    p->t->bad.at[bad].line = optional_line(p);
    pw_drt_scan_expect(&p->s, ";", "after the condition");
}

/* ---- heads of row blocks ---- */

enum { MOST_SOMES = 31 }; /* of a step */

static void read_beside(struct parse_ctx *p, uint32_t stmt, uint32_t active)
{
    struct pw_rows_block b = {.stmt = stmt, .active = active, .some = -1};
    b.passive = known(p, A_THREAD, 0, "a thread");
    if (b.passive == PW_NO_INDEX || !pw_drt_scan_block(&p->s, &b.body)) return;
    pw_vec_push(&p->blocks, b);
    while (stmt != PW_NO_INDEX && pw_drt_scan_peek(&p->s, "some")) {
        struct pw_drt_word where = pw_drt_scan_next(&p->s);
        pw_drt_scan_accept(&p->s, "some");
        if (++b.some >= MOST_SOMES) {
            pw_drt_scan_error(&p->s, where, NULL, "more than %d some blocks", MOST_SOMES);
            return;
        }
        if (!pw_drt_scan_block(&p->s, &b.body)) return;
        pw_vec_push(&p->blocks, b);
        pw_dual_need_somes(p->t, stmt, (uint32_t)b.some + 1);
    }
}

static void read_initial(struct parse_ctx *p)
{
    uint32_t active = known(p, A_THREAD, 0, "a thread");
    if (active == PW_NO_INDEX || !pw_drt_scan_expect(&p->s, "beside", "and the passive thread"))
        return;
    read_beside(p, PW_NO_INDEX, active);
}

static void read_step(struct parse_ctx *p)
{
    uint32_t thread = known(p, A_THREAD, 0, "a thread");
    if (thread == PW_NO_INDEX) return;
    uint32_t from = known(p, A_LOCATION, thread, "a location");
    if (from == PW_NO_INDEX || !pw_drt_scan_expect(&p->s, "->", "between the locations of a step"))
        return;
    uint32_t to = known(p, A_LOCATION, thread, "a location");
    if (to == PW_NO_INDEX) return;
    unsigned line = optional_line(p);
    char *text = pw_drt_scan_string(&p->s, "the statement's text in quotes");
    if (!text) return;
    uint32_t stmt = pw_dual_add_stmt(p->t, thread, from, to, line, text);
    pw_mem_strfree(text);
    if (pw_drt_scan_accept(&p->s, ";")) return;
    if (!pw_drt_scan_peek(&p->s, "beside"))
        pw_drt_scan_expect(&p->s, ";", "or 'beside' after the statement");
    while (!p->s.failed && pw_drt_scan_accept(&p->s, "beside"))
        read_beside(p, stmt, thread);
}

/* ---- the file ---- */

static bool read_item(struct parse_ctx *p)
{
    static const struct {
        const char *word;
        void (*read)(struct parse_ctx *);
    } items[] = {{"bound", read_bound},   {"predicate", read_predicate}, {"labels", read_labels},
                 {"thread", read_thread}, {"unsafe", read_unsafe},       {"initial", read_initial},
                 {"step", read_step}};
    if (pw_drt_scan_accept(&p->s, "shared")) return read_fields(p, PW_NO_INDEX), true;
    for (size_t i = 0; i < sizeof items / sizeof *items; i++)
        if (pw_drt_scan_accept(&p->s, items[i].word)) return items[i].read(p), true;
    return false;
}

static void stray_item(struct parse_ctx *p)
{
    static const char *const words[] = {"bound",  "predicate", "labels",  "shared",
                                        "thread", "unsafe",    "initial", "step"};
    struct pw_drt_word w = pw_drt_scan_next(&p->s);
    char *word = pw_mem_strndup(p->s.src->text + w.from, w.to - w.from);
    const char *near = pw_diag_nearest(word, words, sizeof words / sizeof *words);
    struct pw_strbuf hint = {0};
    if (near) pw_strbuf_printf(&hint, "did you mean '%s'?", near);
    pw_drt_scan_error(
        &p->s, w, near ? pw_strbuf_text(&hint) : NULL,
        "expected bound, predicate, labels, shared, thread, unsafe, initial or step, found '%.40s'",
        word);
    pw_strbuf_clear(&hint);
    pw_mem_strfree(word);
}

static void read_declarations(struct parse_ctx *p)
{
    int64_t version;
    if (pw_drt_scan_expect(&p->s, "drt", "at the start of the file") &&
        pw_drt_scan_int(&p->s, "the version of the format", 1, 1, &version))
        pw_drt_scan_expect(&p->s, ";", "after the version");
    if (p->s.failed) return;
    while (!pw_drt_scan_at_end(&p->s) && !pw_diag_full(p->s.diags)) {
        if (!read_item(p)) stray_item(p);
        if (p->s.failed) pw_drt_scan_skip_item(&p->s);
    }
}

static void check_whole(struct parse_ctx *p)
{
    struct pw_drt_word start = {0, p->s.src->size < 3 ? p->s.src->size : 3};
    if (!p->t->templates.n)
        pw_drt_scan_error(&p->s, start, NULL, "there is no thread");
    else if (!pw_dual_fits(p->t))
        pw_drt_scan_error(&p->s, start, NULL, "too many fields: more than %d Boolean variables",
                          PW_BDD_VARS);
}

struct pw_dual *pw_drt_parse(const struct pw_source *src, struct pw_diags *d)
{
    struct parse_ctx p = {.s = {.src = src, .diags = d}, .t = pw_dual_new()};
    unsigned before = d->errors;
    read_declarations(&p);
    if (d->errors == before) check_whole(&p);
    if (d->errors == before) {
        pw_dual_layout(p.t);
        for (int some = 0; some < 2; some++) /* which are subsets of what is read before */
            for (size_t i = 0; i < p.blocks.n && !pw_diag_full(d); i++)
                if ((p.blocks.at[i].some >= 0) == some)
                    pw_drt_read_block(&p.s, p.t, &p.blocks.at[i]);
    }
    pw_vec_clear(&p.blocks);
    if (d->errors > before) {
        pw_dual_free(p.t);
        return NULL;
    }
    PW_BORDER(pw_dual_check(p.t));
    return p.t;
}
