#include "front/dr/scope.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "front/dr/elaborate.h"
#include "front/dr/family.h"

enum { MOST_VALUES = 1 << 20 };
static const int64_t FAR = (int64_t)1 << 31;

const char *pw_scope_text(const struct pw_scope *s, uint32_t name)
{
    return name == PW_NO_NAME ? "" : s->x->names.at[name];
}

static bool said(const struct pw_scope *s, size_t from, size_t to, const char *text)
{
    for (size_t i = 0; i < s->x->diags->n; i++) {
        struct pw_diag_view v = pw_diag_get(s->x->diags, i);
        if (v.severity == PW_ERROR && v.from == from && v.to == to && !strcmp(v.message, text))
            return true;
    }
    return false;
}

void pw_scope_error(struct pw_scope *s, uint32_t first, uint32_t last, const char *hint,
                    const char *format, ...)
{
    struct pw_strbuf b = {0};
    va_list args;
    if (s->trial) {
        s->trial_errors++;
        return;
    }
    va_start(args, format);
    pw_strbuf_vprintf(&b, format, args);
    va_end(args);
    const struct pw_token *t = s->x->tokens.at;
    if (!said(s, t[first].from, t[last].to, pw_strbuf_text(&b)))
        pw_diag_add(s->x->diags, PW_ERROR, s->x->src, t[first].from, t[last].to, hint, "%s",
                    pw_strbuf_text(&b));
    pw_strbuf_clear(&b);
}

void pw_scope_about(struct pw_scope *s, uint32_t first, uint32_t last, const char *hint,
                    const char *text, const char *name)
{
    const char *gap = strstr(text, "%s");
    pw_scope_error(s, first, last, hint, "%.*s%s%s", (int)(gap - text), text, name, gap + 2);
}

static bool visible(const struct pw_scope *s, const struct pw_scope_name *n, enum pw_visible what)
{
    switch (what) {
    case PW_VISIBLE_VARS:
        return n->kind == PW_GLOBAL_CONST || n->kind == PW_GLOBAL_SHARED || n->unit_var >= 0;
    case PW_VISIBLE_PREDICATE:
        return n->kind == PW_GLOBAL_CONST || n->kind == PW_GLOBAL_SHARED || n->locals;
    case PW_VISIBLE_LABELS:
        return n->label >= 0 && (!s->unit || n->label_unit == s->unit->number + 1);
    case PW_VISIBLE_PROCS:
        return n->kind == PW_GLOBAL_PROC;
    default:
        return n->kind == PW_GLOBAL_THREAD;
    }
}

static const char *foreign_word(const char *name)
{
    static const char *const words[] = {"for",    "do",      "switch",   "case", "struct",
                                        "void",   "char",    "unsigned", "long", "float",
                                        "double", "typedef", "static"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (!strcmp(words[i], name))
            return i < 2 ? "loops are written with 'while' or 'goto'"
                         : "this word of C is not part of the language";
    return NULL;
}

void pw_scope_undeclared(struct pw_scope *s, uint32_t name, uint32_t token, enum pw_visible what,
                         const char *text)
{
    if (s->trial) s->trial_errors++;
    if (s->trial || name == PW_NO_NAME || s->names[name].reported) return;
    assert(name < s->nnames);
    s->names[name].reported = true;
    PW_VEC(const char *) near = {0};
    for (size_t i = 0; i < s->nnames; i++)
        if (i != name && visible(s, &s->names[i], what))
            pw_vec_push(&near, pw_scope_text(s, (uint32_t)i));
    const char *best = pw_diag_nearest(pw_scope_text(s, name), near.at, near.n),
               *word = foreign_word(pw_scope_text(s, name));
    char hint[120];
    if (best) snprintf(hint, sizeof hint, "did you mean '%.80s'?", best);
    pw_scope_about(s, token, token, word ? word : best ? hint : NULL, text, pw_scope_text(s, name));
    pw_vec_clear(&near);
}

uint32_t pw_scope_new_name(struct pw_scope *s, const char *text)
{
    uint32_t name = pw_names_intern(&s->x->names, text);
    if (name < s->nnames) return name;
    assert(name == s->nnames);
    if (s->nnames == s->names_room) {
        size_t room = 2 * s->names_room + 16, size = sizeof *s->names;
        s->names = pw_mem_resize(s->names, s->names_room * size, room * size);
        s->names_room = room;
    }
    s->names[s->nnames++] = (struct pw_scope_name){.unit_var = -1, .label = -1};
    return name;
}

static unsigned line_of(const struct pw_scope *s, uint32_t token)
{
    assert(token < s->x->tokens.n);
    return s->x->tokens.at[token].line;
}

bool pw_scope_declare(struct pw_scope *s, const struct pw_ast_name *n, enum pw_global_kind kind,
                      uint32_t index)
{
    static const char *const what[] = {"",         "a constant",  "a shared variable",
                                       "a thread", "a procedure", "a predicate",
                                       "an array", "an array"};
    assert(n->name < s->nnames);
    struct pw_scope_name *g = &s->names[n->name];
    if (g->kind) {
        pw_scope_error(s, n->token, n->token, NULL, "'%s' is already declared as %s",
                       pw_scope_text(s, n->name), what[g->kind]);
        return false;
    }
    g->kind = kind;
    g->index = index;
    return true;
}

/* -D: the definition of a constant, or NULL. The last one counts. */
static const struct pw_define *define_of(const char *name, const struct pw_define *defines,
                                         size_t n)
{
    for (size_t i = n; i-- > 0;)
        if (!strcmp(defines[i].name, name)) return &defines[i];
    return NULL;
}

/* Value of a definition, of the type of the constant; NULL (reported) if it has none. */
static const struct pw_expr *defined_value(struct pw_scope *s, const struct pw_define *d,
                                           bool is_bool)
{
    pw_int v;
    const struct pw_expr *e = NULL;
    pw_int_init(&v);
    if (is_bool && (!strcmp(d->value, "true") || !strcmp(d->value, "false")))
        e = pw_expr_bool(s->pool, d->value[0] == 't');
    else if (!is_bool && strlen(d->value) <= 1000 &&
             pw_int_set_decimal(&v, d->value, strlen(d->value)))
        e = pw_expr_int(s->pool, &v);
    pw_int_clear(&v);
    if (!e)
        pw_diag_add(s->x->diags, PW_ERROR, NULL, 0, 0, NULL, "-D %s=%.40s: expected %s", d->name,
                    d->value, is_bool ? "true or false" : "an integer");
    return e;
}

static void constant(struct pw_scope *s, struct pw_decl *d, const struct pw_define *define)
{
    struct pw_elab c = {.scope = s, .pool = s->pool, .where = PW_IN_CONST};
    const struct pw_expr *value = NULL;
    bool is_bool = d->type == PW_AST_BOOL;
    if (d->type != PW_AST_INT && !is_bool) {
        pw_scope_error(s, d->name.token, d->name.token, NULL, "a constant is of type int or bool");
    } else {
        value = pw_elab_typed(&c, d->init, is_bool,
                              is_bool ? "a constant of type bool" : "a constant of type int");
        if (define) value = defined_value(s, define, is_bool);
    }
    if (value && value->kind != PW_EXPR_INT && value->kind != PW_EXPR_BOOL) value = NULL;
    s->consts[s->nconsts] = value     ? value
                            : is_bool ? pw_expr_bool(s->pool, false)
                                      : pw_expr_int_si(s->pool, 1);
    if (pw_scope_declare(s, &d->name, PW_GLOBAL_CONST, (uint32_t)s->nconsts)) s->nconsts++;
}

static size_t decl_count(const struct pw_decl *d)
{
    size_t n = 0;
    for (; d; d = d->next)
        n++;
    return n;
}

static void constants(struct pw_scope *s, const struct pw_define *defines, size_t ndefines)
{
    s->consts =
        pw_arena_alloc(&s->ast->arena, (decl_count(s->ast->consts) + 1) * sizeof *s->consts);
    for (struct pw_decl *d = s->ast->consts; d; d = d->next) {
        pw_limits_poll();
        constant(s, d, define_of(pw_scope_text(s, d->name.name), defines, ndefines));
    }
    for (size_t i = 0; i < ndefines; i++) {
        int64_t name = pw_names_find(&s->x->names, defines[i].name);
        if (name >= 0 && s->names[name].kind == PW_GLOBAL_CONST) continue;
        pw_diag_add(s->x->diags, PW_ERROR, NULL, 0, 0, NULL,
                    "-D %s=%.40s: the file declares no constant of that name", defines[i].name,
                    defines[i].value);
    }
}

static struct pw_type type_of(struct pw_scope *s, const struct pw_decl *d)
{
    struct pw_elab c = {.scope = s, .pool = s->pool, .where = PW_IN_CONST};
    struct pw_type t = {PW_INT, 0, 0};
    if (d->type == PW_AST_INT) return t;
    if (d->type != PW_AST_RANGE) return (struct pw_type){PW_BOOL, 0, 1};
    bool ok = pw_elab_const_si(&c, d->lo, -FAR, FAR, "the lower bound", &t.lo);
    if (!pw_elab_const_si(&c, d->hi, -FAR, FAR, "the upper bound", &t.hi) || !ok) return t;
    t.kind = PW_RANGE;
    if (t.hi < t.lo)
        pw_scope_error(s, d->lo->first, d->hi->last, NULL, "the range %lld..%lld is empty",
                       (long long)t.lo, (long long)t.hi);
    else if (t.hi - t.lo >= MOST_VALUES)
        pw_scope_error(s, d->lo->first, d->hi->last, "use int", "a range has at most %d values",
                       MOST_VALUES);
    else
        return t;
    return (struct pw_type){PW_INT, 0, 0};
}

/* before: the variable declared last, which may share the type (int[1..2] x, y;): what is wrong
 * with it is said once. */
static struct pw_scope_var variable(struct pw_scope *s, const struct pw_decl *d,
                                    const struct pw_scope_var *before)
{
    struct pw_scope_var v = {
        .decl = d, .mutex = d->type == PW_AST_MUTEX, .tid = d->type == PW_AST_TID};
    bool again = before && d->type == PW_AST_RANGE && before->decl->lo == d->lo;
    v.type = again ? before->type : type_of(s, d);
    return v;
}

static void shared_variables(struct pw_scope *s)
{
    s->shared =
        pw_arena_alloc(&s->ast->arena, (decl_count(s->ast->shared) + 1) * sizeof *s->shared);
    struct pw_scope_var v, before = {0};
    for (struct pw_decl *d = s->ast->shared; d; before = v, d = d->next) {
        pw_limits_poll();
        v = variable(s, d, before.decl ? &before : NULL);
        if (v.mutex && d->init)
            pw_scope_error(s, d->init->first, d->init->last, NULL,
                           "a mutex starts free and takes no initial value");
        if (v.tid) v.number = s->ntids++;
        s->shared[s->nshared] = v;
        if (pw_scope_declare(s, &d->name, PW_GLOBAL_SHARED, (uint32_t)s->nshared)) s->nshared++;
    }
}

static struct pw_scope_var unit_variable(struct pw_scope *s, struct pw_scope_unit *u,
                                         const struct pw_decl *d, const struct pw_scope_var *before)
{
    assert(d->name.name < s->nnames);
    struct pw_scope_name *n = &s->names[d->name.name];
    const char *text = pw_scope_text(s, d->name.name);
    struct pw_scope_var v = variable(s, d, before->decl ? before : NULL);
    if (v.mutex) pw_scope_error(s, d->name.token, d->name.token, NULL, "a mutex must be shared");
    if (v.tid) pw_scope_error(s, d->name.token, d->name.token, NULL, "a tid must be shared");
    if (n->kind == PW_GLOBAL_CONST || n->kind == PW_GLOBAL_SHARED)
        pw_scope_error(s, d->name.token, d->name.token, NULL, "'%s' is already declared as %s",
                       text, n->kind == PW_GLOBAL_CONST ? "a constant" : "a shared variable");
    else if (n->unit_var >= 0)
        pw_scope_error(s, d->name.token, d->name.token, NULL, "'%s' is already declared in line %u",
                       text, line_of(s, u->vars[n->unit_var].decl->name.token));
    else {
        n->unit_var = u->nvars;
        u->vars[u->nvars++] = v;
        if (!u->is_thread) return v;
        struct pw_scope_local *l = pw_arena_alloc(&s->ast->arena, sizeof *l);
        *l = (struct pw_scope_local){(int32_t)u->number, u->nvars - 1, n->locals};
        n->locals = l;
    }
    return v;
}

static void unit_variables(struct pw_scope *s, struct pw_scope_unit *u)
{
    struct pw_scope_var before = {0};
    u->vars = pw_arena_alloc(&s->ast->arena,
                             (decl_count(u->ast->params) + decl_count(u->ast->locals) + 1) *
                                 sizeof *u->vars);
    for (const struct pw_decl *d = u->ast->params; d; d = d->next)
        before = unit_variable(s, u, d, &before);
    u->nparams = u->nvars;
    for (const struct pw_decl *d = u->ast->locals; d; d = d->next)
        before = unit_variable(s, u, d, &before);
    for (uint32_t i = 0; i < u->nvars; i++)
        s->names[u->vars[i].decl->name.name].unit_var = -1;
}

void pw_scope_enter(struct pw_scope *s, const struct pw_scope_unit *u)
{
    for (uint32_t i = 0; s->unit && i < s->unit->nvars; i++)
        s->names[s->unit->vars[i].decl->name.name].unit_var = -1;
    s->unit = u;
    for (uint32_t i = 0; u && i < u->nvars; i++)
        s->names[u->vars[i].decl->name.name].unit_var = i;
}

static void label(struct pw_scope *s, const struct pw_scope_unit *u, const struct pw_ast_name *l)
{
    assert(l->name < s->nnames);
    struct pw_scope_name *n = &s->names[l->name];
    uint32_t stamp = (uint32_t)u->number + 1;
    if (n->label_unit == stamp)
        pw_scope_error(s, l->token, l->token, NULL, "label '%s' is already used in line %u",
                       pw_scope_text(s, l->name), line_of(s, n->label_token));
    int32_t thread = stamp <= s->ast->nthreads ? (int32_t)stamp - 1 : PW_ANY;
    n->label_thread = n->label < 0 || n->label_thread == thread ? thread : PW_ANY;
    if (n->label < 0) pw_vec_push(&s->labels, l->name);
    n->label = 0;
    if (n->label_unit != stamp) n->label_token = l->token;
    n->label_unit = stamp;
}

static void labels_of(struct pw_scope *s, const struct pw_scope_unit *u, const struct pw_stmt *list)
{
    for (; list; list = list->next) {
        if (list->kind == PW_STMT_LABEL) label(s, u, &list->names[0]);
        labels_of(s, u, list->body);
        labels_of(s, u, list->otherwise);
    }
}

static void mark_labels(struct pw_scope *s, const struct pw_scope_unit *u,
                        const struct pw_stmt *list)
{
    for (; list; list = list->next) {
        if (list->kind == PW_STMT_LABEL) s->names[list->names[0].name].label_unit = u->number + 1;
        mark_labels(s, u, list->body);
        mark_labels(s, u, list->otherwise);
    }
}

void pw_scope_mark_labels(struct pw_scope *s)
{
    mark_labels(s, s->unit, s->unit->ast->body);
}
bool pw_scope_has_label(const struct pw_scope *s, uint32_t name)
{
    assert(name < s->nnames);
    return s->names[name].label_unit == s->unit->number + 1;
}

static struct pw_scope_unit *units(struct pw_scope *s, struct pw_ast_unit *list, size_t n,
                                   bool threads)
{
    struct pw_scope_unit *u =
        memset(pw_arena_alloc(&s->ast->arena, (n + 1) * sizeof *u), 0, (n + 1) * sizeof *u);
    for (uint32_t i = 0; i < n; i++, list = list->next) {
        pw_limits_poll();
        u[i].ast = list;
        u[i].is_thread = threads;
        u[i].number = threads ? i : i + (uint32_t)s->ast->nthreads;
        pw_scope_declare(s, &list->name, threads ? PW_GLOBAL_THREAD : PW_GLOBAL_PROC, i);
    }
    return u;
}

struct by_text {
    const char *text;
    uint32_t name;
};

static int compare_text(const void *a, const void *b)
{
    return strcmp(((const struct by_text *)a)->text, ((const struct by_text *)b)->text);
}

static void sort_labels(struct pw_scope *s)
{
    struct by_text *order = PW_NEWS(struct by_text, s->labels.n);
    for (size_t i = 0; i < s->labels.n; i++)
        order[i] = (struct by_text){pw_scope_text(s, s->labels.at[i]), s->labels.at[i]};
    qsort(order, s->labels.n, sizeof *order, compare_text);
    for (size_t i = 0; i < s->labels.n; i++) {
        s->labels.at[i] = order[i].name;
        s->names[order[i].name].label = (int64_t)i;
    }
    PW_FREES(order, s->labels.n);
}

void pw_scope_init(struct pw_scope *s, struct pw_lexer *x, struct pw_ast *ast,
                   struct pw_expr_pool *pool, const struct pw_define *defines, size_t ndefines)
{
    *s = (struct pw_scope){.x = x, .ast = ast, .pool = pool, .nnames = x->names.n};
    s->names = PW_NEWS(struct pw_scope_name, s->nnames);
    s->names_room = s->nnames;
    for (size_t i = 0; i < s->nnames; i++)
        s->names[i].unit_var = s->names[i].label = -1;
    constants(s, defines, ndefines);
    pw_family_expand(s);
    shared_variables(s);
    s->threads = units(s, ast->threads, ast->nthreads, true);
    s->procs = units(s, ast->procs, ast->nprocs, false);
    for (size_t i = 0; i < ast->nthreads; i++)
        unit_variables(s, &s->threads[i]), labels_of(s, &s->threads[i], s->threads[i].ast->body);
    for (size_t i = 0; i < ast->nprocs; i++)
        unit_variables(s, &s->procs[i]), labels_of(s, &s->procs[i], s->procs[i].ast->body);
    for (const struct pw_ast_pred *q = ast->preds; q; q = q->next)
        pw_scope_declare(s, &q->name, PW_GLOBAL_PREDICATE, 0);
    sort_labels(s);
}

void pw_scope_clear(struct pw_scope *s)
{
    PW_FREES(s->names, s->names_room);
    pw_vec_clear(&s->labels);
}
