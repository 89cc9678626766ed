/* Text of programs: expressions, and a listing of everything for inspection. */
#include <assert.h>
#include <string.h>

#include "base/limits.h"
#include "prog/program.h"

/* Is x the name of a local of several templates? */
static bool ambiguous(const struct pw_program *p, const char *name)
{
    int n = 0;
    for (size_t t = 0; t < p->ntemplates; t++)
        for (size_t i = 0; i < p->templates[t].nlocals; i++)
            if (!strcmp(pw_var_shown(&p->templates[t].locals[i]), name)) n++;
    return n > 1;
}

static void print_leaf(void *arg, const struct pw_expr *e, struct pw_strbuf *out)
{
    const struct pw_program *p = arg;
    const char *owner = e->template >= 0 ? p->templates[e->template].name : "";
    bool count = e->kind == PW_EXPR_COUNT,
         at = e->kind == PW_EXPR_AT || e->kind == PW_EXPR_OTHER_AT || count,
         passive = e->kind == PW_EXPR_PASSIVE || e->kind == PW_EXPR_OTHER_AT;
    if (e->kind == PW_EXPR_BEFORE) {
        pw_strbuf_puts(out, "(self < other.self)");
        return;
    }
    if (e->kind == PW_EXPR_CHOICE) {
        pw_strbuf_printf(out, "?%u", e->index);
        return;
    }
    const char *name = at ? p->labels[e->index].name
                       : e->kind == PW_EXPR_SHARED
                           ? pw_var_shown(&p->shared[e->index])
                           : pw_var_shown(&p->templates[e->template].locals[e->index]);
    bool qualify = e->template >= 0 && (at || ambiguous(p, name));
    if (count) {
        pw_strbuf_printf(out, "count(%s%s%s)", owner, qualify ? "." : "", name);
        return;
    }
    if (passive)
        pw_strbuf_printf(out, qualify ? "other(%s)." : "other.", owner);
    else if (qualify)
        pw_strbuf_printf(out, "%s.", owner);
    pw_strbuf_printf(out, at ? "at(%s)" : "%s", name);
}

void pw_program_print_expr(const struct pw_program *p, const struct pw_expr *e,
                           struct pw_strbuf *out)
{
    pw_expr_print(e, print_leaf, (void *)p, out);
}

void pw_program_print_failure(const struct pw_edge *e, struct pw_strbuf *out)
{
    size_t n = strlen(e->text);
    assert(e->kind != PW_EDGE_STEP);
    if (e->kind == PW_EDGE_UNSAFE)
        pw_strbuf_puts(out, "a property is violated");
    else if (e->kind == PW_EDGE_RANGE)
        pw_strbuf_puts(out, "a value leaves its range");
    else if (e->kind == PW_EDGE_UNLOCK)
        pw_strbuf_puts(out, "a mutex is unlocked that the thread does not hold");
    else /* a front end adds checks, with what they are about in brackets at the end */
        pw_strbuf_puts(out, n && e->text[n - 1] == ']' ? "a check fails" : "an assertion fails");
    if (e->pos.line) pw_strbuf_printf(out, " in line %u", e->pos.line);
    pw_strbuf_printf(out, ": %.*s", (int)(n && e->text[n - 1] == ';' ? n - 1 : n), e->text);
}

static void print_type(struct pw_type t, struct pw_strbuf *out)
{
    if (t.kind == PW_RANGE)
        pw_strbuf_printf(out, "int[%lld..%lld]", (long long)t.lo, (long long)t.hi);
    else
        pw_strbuf_puts(out, t.kind == PW_BOOL ? "bool" : "int");
}

static void print_var(const struct pw_program *p, const char *word, const struct pw_var *v,
                      struct pw_strbuf *out)
{
    pw_strbuf_printf(out, "%s ", word);
    print_type(v->type, out);
    pw_strbuf_printf(out, " %s", v->name);
    if (v->init) pw_strbuf_puts(out, " = "), pw_program_print_expr(p, v->init, out);
    pw_strbuf_putc(out, '\n');
}

struct lister {
    const struct pw_program *p;
    struct pw_strbuf *out;
    bool positions; /* also what depends on the layout: lines, and names of locations */
};

static void print_line(const struct lister *l, struct pw_pos pos)
{
    if (!l->positions || !pos.line) return;
    pw_strbuf_puts(l->out, "  // ");
    if (pos.file) pw_strbuf_printf(l->out, "%s, ", l->p->files[pos.file]);
    pw_strbuf_printf(l->out, "line %u", pos.line);
}

/* What the step demands of others, and does to them. */
static void print_others(const struct pw_program *p, const struct pw_edge *e, struct pw_strbuf *out)
{
    for (size_t i = 0; i < e->nlooks; i++) {
        const struct pw_look *k = &e->looks[i];
        pw_strbuf_printf(out, "%s %s", i ? "," : " looking", k->every ? "every" : "some");
        pw_strbuf_printf(out, " %s: ", k->passive >= 0 ? p->templates[k->passive].name : "*");
        pw_program_print_expr(p, k->expr, out);
    }
    for (size_t i = 0; i < e->nothers; i++) {
        const struct pw_other_update *u = &e->others[i];
        assert(p->ntemplates > u->template);
        const struct pw_thread_template *t = &p->templates[u->template];
        pw_strbuf_printf(out, "%s other(%s).%s = ", i ? "," : " others", t->name,
                         t->locals[u->index].name);
        pw_program_print_expr(p, u->to, out);
    }
}

static void print_edge(const struct lister *l, const struct pw_thread_template *t,
                       const struct pw_edge *e)
{
    static const char *const why[] = {"", " assert", " range", " unlock"};
    const struct pw_program *p = l->p;
    struct pw_strbuf *out = l->out;
    pw_strbuf_printf(out, "  %u: @%u -> @%u%s \"%s\"", e->statement, e->from, e->to, why[e->kind],
                     e->text);
    if (!pw_expr_is_true(e->guard))
        pw_strbuf_puts(out, " when "), pw_program_print_expr(p, e->guard, out);
    for (size_t i = 0; i < e->nupdates; i++) {
        const struct pw_var *vars = e->updates[i].shared ? p->shared : t->locals;
        pw_strbuf_printf(out, "%s %s = ", i ? "," : " do", vars[e->updates[i].index].name);
        pw_program_print_expr(p, e->updates[i].to, out);
    }
    print_others(p, e, out);
    for (size_t i = 0; i < e->nchoices; i++) {
        pw_strbuf_printf(out, "%s ?%zu: ", i ? "," : " choose", i);
        print_type(e->choices[i].type, out);
    }
    print_line(l, e->pos);
    pw_strbuf_putc(out, '\n');
}

static void print_location(const struct lister *l, const struct pw_thread_template *t, size_t i)
{
    static const char *const kind[] = {"", " error", " end"};
    const struct pw_loc *loc = &t->locs[i];
    assert((size_t)loc->kind < sizeof kind / sizeof *kind);
    pw_strbuf_printf(l->out, "  location @%zu%s", i, kind[loc->kind]);
    if (l->positions) pw_strbuf_printf(l->out, " \"%s\"", loc->name);
    for (size_t j = 0; j < loc->nlabels; j++)
        pw_strbuf_printf(l->out, "%s %s", j ? "," : ":", l->p->labels[loc->labels[j]].name);
    print_line(l, loc->pos);
    pw_strbuf_putc(l->out, '\n');
}

static void print_template(const struct lister *l, const struct pw_thread_template *t)
{
    pw_strbuf_printf(l->out, "thread %s", t->name);
    if (t->count >= 0) pw_strbuf_printf(l->out, " [%lld]", (long long)t->count);
    pw_strbuf_printf(l->out, ": entry @%u\n", t->entry);
    for (size_t i = 0; i < t->nlocals; i++)
        print_var(l->p, "  local", &t->locals[i], l->out);
    for (size_t i = 0; i < t->nlocs; i++)
        print_location(l, t, i);
    for (size_t i = 0; i < t->nedges; i++) {
        pw_limits_poll();
        print_edge(l, t, &t->edges[i]);
    }
}

static void print_pred(const struct pw_program *p, const char *word, const struct pw_pred *q,
                       struct pw_strbuf *out)
{
    pw_strbuf_printf(out, "%s %s (%s, active %s, passive %s): ", word, q->name ? q->name : "",
                     pw_pred_class_name(q->class),
                     q->active >= 0 ? p->templates[q->active].name : "*",
                     q->passive >= 0 ? p->templates[q->passive].name : "*");
    pw_program_print_expr(p, q->expr, out);
    pw_strbuf_putc(out, '\n');
}

static void print_disjunct(const struct pw_program *p, const struct pw_disjunct *d,
                           struct pw_strbuf *out)
{
    for (size_t i = 0; i < d->ncounts; i++) {
        const struct pw_count *c = &d->counts[i];
        pw_strbuf_printf(out, "%s count(%s%s%s) >= %u", i ? " &&" : "unsafe",
                         c->template >= 0 ? p->templates[c->template].name : "",
                         c->template >= 0 ? "." : "", p->labels[c->label].name, c->least);
    }
    if (d->formula) pw_strbuf_puts(out, "unsafe "), pw_program_print_expr(p, d->formula->expr, out);
    pw_strbuf_putc(out, '\n');
}

static void print_all(const struct lister *l)
{
    const struct pw_program *p = l->p;
    for (size_t i = 0; i < p->nshared; i++)
        print_var(p, "shared", &p->shared[i], l->out);
    for (size_t i = 0; i < p->ntemplates; i++)
        print_template(l, &p->templates[i]);
    for (size_t i = 0; i < p->ninits; i++)
        print_pred(p, "init", &p->inits[i], l->out);
    for (size_t i = 0; i < p->preds.n; i++)
        print_pred(p, "predicate", &p->preds.at[i], l->out);
    for (size_t i = 0; i < p->ninvariants; i++)
        print_pred(p, "invariant", &p->invariants[i], l->out);
    for (size_t i = 0; i < p->nunsafe; i++)
        print_disjunct(p, &p->unsafe[i], l->out);
}

void pw_program_print(const struct pw_program *p, struct pw_strbuf *out)
{
    print_all(&(struct lister){p, out, false});
}

void pw_program_list(const struct pw_program *p, struct pw_strbuf *out)
{
    print_all(&(struct lister){p, out, true});
}

/* ---- invariants ---- */

static bool looks_ok(const struct pw_program *p, const struct pw_edge *e)
{
    for (size_t i = 0; i < e->nlooks; i++)
        if (!e->looks[i].expr->is_bool || e->looks[i].passive >= (int64_t)p->ntemplates ||
            pw_expr_find_every(e->looks[i].expr))
            return false;
    for (size_t i = 0; i < e->nothers; i++) {
        const struct pw_other_update *u = &e->others[i];
        if (u->template >= p->ntemplates || u->index >= p->templates[u->template].nlocals)
            return false;
        assert(p->ntemplates > u->template);
        struct pw_type t = p->templates[u->template].locals[u->index].type;
        if (u->to->is_bool != (t.kind == PW_BOOL)) return false;
        if (i && u[-1].template == u->template && u[-1].index >= u->index) return false;
    }
    return !pw_expr_find_every(e->guard);
}

static bool edge_ok(const struct pw_program *p, const struct pw_thread_template *t,
                    const struct pw_edge *e)
{
    if (e->from >= t->nlocs || e->to >= t->nlocs || t->locs[e->from].kind != PW_LOC_NORMAL)
        return false;
    if ((e->kind != PW_EDGE_STEP) != (t->locs[e->to].kind == PW_LOC_ERROR)) return false;
    if (!e->guard || !e->guard->is_bool || pw_expr_is_false(e->guard) || !e->text) return false;
    for (size_t i = 0; i < e->nupdates; i++) {
        const struct pw_update *u = &e->updates[i];
        if (u->index >= (u->shared ? p->nshared : t->nlocals)) return false;
        if (u->to->is_bool != ((u->shared ? p->shared : t->locals)[u->index].type.kind == PW_BOOL))
            return false;
        if (i && u[-1].shared == u->shared && u[-1].index >= u->index) return false;
        if (i && !u[-1].shared && u->shared) return false;
    }
    return looks_ok(p, e);
}

static bool template_ok(const struct pw_program *p, const struct pw_thread_template *t)
{
    if (t->entry >= t->nlocs || t->first_edge[0] != 0 || t->first_edge[t->nlocs] != t->nedges)
        return false;
    if (t->error != PW_NONE && t->locs[t->error].kind != PW_LOC_ERROR) return false;
    for (uint32_t l = 0; l < t->nlocs; l++)
        for (uint32_t i = t->first_edge[l]; i < t->first_edge[l + 1]; i++)
            if (t->edges[i].from != l || !edge_ok(p, t, &t->edges[i])) return false;
    for (size_t i = 0; i < t->nedges; i++)
        if (t->edges[i].statement >= t->nstatements) return false;
    return true;
}

bool pw_program_check(const struct pw_program *p)
{
    for (size_t i = 0; i < p->ntemplates; i++)
        if (!template_ok(p, &p->templates[i])) return false;
    for (size_t i = 0; i < p->nlabels; i++) {
        const struct pw_label *l = &p->labels[i];
        if (i && strcmp(p->labels[i - 1].name, l->name) >= 0) return false;
        for (size_t j = 0; j < l->nplaces; j++)
            if (!pw_program_at(p, (uint32_t)i, PW_ANY, l->places[j].template, l->places[j].loc))
                return false;
    }
    for (size_t i = 0; i < p->preds.n; i++)
        if (!p->preds.at[i].expr->is_bool || !p->preds.at[i].name ||
            (p->preds.at[i].class != PW_INTER_THREAD && p->preds.at[i].passive != PW_NONE))
            return false;
    return true;
}
