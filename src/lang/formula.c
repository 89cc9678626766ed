#include "lang/formula.h"

#include <string.h>

#include "base/limits.h"
#include "lang/format.h"

static const char *text_of(struct pw_scope *s, struct pw_program *p, uint32_t first, uint32_t last)
{
    struct pw_strbuf b = {0};
    pw_format_line(s->x, first, last, &b);
    const char *t = pw_arena_strdup(&p->pool.arena, pw_strbuf_text(&b));
    pw_strbuf_clear(&b);
    return t;
}

/* Threads whose locals a formula reads. */
struct reads {
    int32_t active, passive; /* -1: none yet, -2: several */
    bool shared, has_active, has_passive;
};

static void note(int32_t *template, int32_t t) { *template = *template == -1 || *template == t ? t : -2; }

static void read_leaf(void *arg, const struct pw_expr *e)
{
    struct reads *r = arg;
    switch (e->kind) {
    case PW_EXPR_SHARED: r->shared = true; break;
    case PW_EXPR_LOCAL: note(&r->active, e->template); /* fall through */
    case PW_EXPR_AT: r->has_active = true; break;
    case PW_EXPR_PASSIVE: note(&r->passive, e->template); /* fall through */
    case PW_EXPR_OTHER_AT: r->has_passive = true; break;
    default: break;
    }
}

static bool one_thread_each(struct pw_scope *s, const struct pw_ast_pred *q, const struct pw_expr *e)
{
    struct reads r = {.active = -1, .passive = -1};
    pw_expr_visit(e, read_leaf, &r);
    if (q->thread >= 0 && r.active >= 0 && r.active != q->thread) r.active = -2;
    if (r.active == -2) pw_scope_error(s, q->expr->first, q->expr->last, NULL, "this formula reads local variables of several threads as its own");
    if (r.passive == -2) pw_scope_error(s, q->expr->first, q->expr->last, NULL, "this formula reads variables of several threads by 'other'");
    return r.active != -2 && r.passive != -2;
}

static size_t pred_count(const struct pw_ast_pred *q)
{
    size_t n = 0;
    for (; q; q = q->next) n++;
    return n;
}

/* An expression's extent leaves out the parentheses around its first and last part; the formula of a declaration has them. */
static const char *whole_text(struct pw_scope *s, struct pw_program *p, const struct pw_ast_expr *e)
{
    const struct pw_token *t = s->x->tokens.at;
    uint32_t first = e->first, last = e->last;
    while (first > 0 && t[first - 1].kind == PW_TOK_LPAREN) first--;
    while (last + 1 < s->x->tokens.n && t[last + 1].kind == PW_TOK_RPAREN) last++;
    return text_of(s, p, first, last);
}

static struct pw_pred *elaborate_list(struct pw_scope *s, struct pw_program *p, const struct pw_ast_pred *list, bool predicate)
{
    struct pw_elab c = {.scope = s, .pool = &p->pool, .where = predicate ? PW_IN_PREDICATE : PW_IN_CONSTRAINT};
    struct pw_pred *out = pw_arena_alloc(&p->pool.arena, pred_count(list) * sizeof *out), *q = out;
    for (; list && !pw_diag_full(s->x->diags); list = list->next, q++) {
        pw_limits_poll();
        const struct pw_token *t = &s->x->tokens.at[list->first];
        *q = (struct pw_pred){.pos = t->from, .line = t->line, .active = list->thread};
        s->unit = list->thread >= 0 ? &s->threads[list->thread] : NULL;
        q->expr = pw_elab_typed(&c, list->expr, true, predicate ? "a predicate" : "'init'");
        s->unit = NULL;
        if (predicate) q->name = pw_arena_strdup(&p->pool.arena, pw_scope_text(s, list->name.name));
        q->text = whole_text(s, p, list->expr);
        if (q->expr) one_thread_each(s, list, q->expr);
    }
    if (p->pool.overflow && pw_lexer_clean(s->x))
        pw_diag_add(s->x->diags, PW_ERROR, s->x->src, 0, 0, NULL, "a formula is too large");
    return out;
}

static bool label_of(struct pw_scope *s, const struct pw_ast_ref *r, struct pw_count *c)
{
    c->template = PW_ANY;
    if (r->template != PW_NO_NAME) {
        if (s->names[r->template].kind != PW_GLOBAL_THREAD) {
            pw_scope_undeclared(s, r->template, r->token - 2, PW_VISIBLE_THREADS, "there is no thread '%s'");
            return false;
        }
        c->template = (int32_t)s->names[r->template].index;
    }
    if (s->names[r->name].label < 0) {
        pw_scope_undeclared(s, r->name, r->token, PW_VISIBLE_LABELS, "there is no label '%s'");
        return false;
    }
    c->label = (uint32_t)s->names[r->name].label;
    return true;
}

static void elaborate_disjunct(struct pw_scope *s, struct pw_program *p, const struct pw_ast_disjunct *d, struct pw_disjunct *out)
{
    struct pw_elab e = {.scope = s, .pool = &p->pool, .where = PW_IN_CONST};
    const struct pw_token *t = &s->x->tokens.at[d->first];
    size_t n = 0;
    for (const struct pw_ast_count *c = d->counts; c; c = c->next) n++;
    struct pw_count *counts = pw_arena_alloc(&p->pool.arena, n * sizeof *counts);
    *out = (struct pw_disjunct){.counts = counts, .ncounts = n, .text = text_of(s, p, d->first, d->last), .pos = t->from, .line = t->line};
    for (const struct pw_ast_count *c = d->counts; c; c = c->next, counts++) {
        int64_t least = 1;
        *counts = (struct pw_count){0};
        label_of(s, &c->label, counts);
        pw_elab_const_si(&e, c->least, 1, 1000000, "the number of threads", &least);
        counts->least = (uint32_t)least;
    }
}

void pw_formula_elaborate(struct pw_scope *s, struct pw_program *p)
{
    p->preds = elaborate_list(s, p, s->ast->preds, true);
    p->npreds = pred_count(s->ast->preds);
    p->inits = elaborate_list(s, p, s->ast->inits, false);
    p->ninits = pred_count(s->ast->inits);
    for (const struct pw_ast_disjunct *d = s->ast->unsafe; d; d = d->next) p->nunsafe++;
    struct pw_disjunct *out = pw_arena_alloc(&p->pool.arena, p->nunsafe * sizeof *out);
    p->unsafe = out;
    for (const struct pw_ast_disjunct *d = s->ast->unsafe; d && !pw_diag_full(s->x->diags); d = d->next) {
        pw_limits_poll();
        elaborate_disjunct(s, p, d, out++);
    }
}

/* ---- classes ---- */

/* The only template where a label atom of the kind can hold, -1 if none was seen, -2 if several. */
struct label_reads {
    const struct pw_program *p;
    int32_t active, passive;
};

static void read_label(void *arg, const struct pw_expr *e)
{
    struct label_reads *r = arg;
    if (e->kind != PW_EXPR_AT && e->kind != PW_EXPR_OTHER_AT) return;
    int32_t *which = e->kind == PW_EXPR_AT ? &r->active : &r->passive;
    const struct pw_label *l = &r->p->labels[e->index];
    if (e->template >= 0) note(which, e->template);
    for (size_t i = 0; i < l->nplaces && e->template < 0; i++) note(which, (int32_t)l->places[i].template);
}

static void classify(struct pw_program *p, struct pw_pred *q)
{
    struct reads r = {.active = -1, .passive = -1};
    struct label_reads l = {p, -1, -1};
    int32_t around = q->active;
    pw_expr_visit(q->expr, read_leaf, &r);
    pw_expr_visit(q->expr, read_label, &l);
    if (r.has_passive) q->class = PW_INTER_THREAD;
    else if (r.has_active) q->class = r.shared ? PW_SINGLE_THREAD : PW_LOCAL_PRED;
    else q->class = PW_SHARED_PRED;
    q->active = r.active >= 0 ? r.active : around >= 0 ? around : l.active >= 0 ? l.active : PW_ANY;
    if (q->class == PW_SHARED_PRED) q->active = PW_ANY;
    q->passive = r.passive >= 0 ? r.passive : l.passive >= 0 ? l.passive : PW_ANY;
}

static void warn_unreachable(struct pw_scope *s, struct pw_program *p)
{
    for (size_t i = 0; i < p->nunsafe; i++)
        for (size_t j = 0; j < p->unsafe[i].ncounts; j++) {
            const struct pw_label *l = &p->labels[p->unsafe[i].counts[j].label];
            if (!l->nplaces)
                pw_diag_add(s->x->diags, PW_WARNING, s->x->src, p->unsafe[i].pos, p->unsafe[i].pos, NULL, "no thread can ever be at label '%s'", l->name);
        }
}

void pw_formula_classify(struct pw_scope *s, struct pw_program *p)
{
    for (size_t i = 0; i < p->npreds; i++) classify(p, (struct pw_pred *)&p->preds[i]);
    for (size_t i = 0; i < p->ninits; i++) classify(p, (struct pw_pred *)&p->inits[i]);
    warn_unreachable(s, p);
}
