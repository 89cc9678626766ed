#include "front/dr/formula.h"

#include <assert.h>

#include "base/limits.h"
#include "front/dr/format.h"
#include "front/dr/lower.h"
#include "front/dr/parts.h"
#include "prog/classify.h"

/* Tokens first..last in one line; the caller clears. */
static struct pw_strbuf text_of(struct pw_scope *s, uint32_t first, uint32_t last)
{
    struct pw_strbuf b = {0};
    pw_format_line(s->x, first, last, &b);
    return b;
}

static void one_thread_each(struct pw_scope *s, const struct pw_ast_pred *q,
                            const struct pw_expr *e)
{
    struct pw_reads r = pw_classify_reads(e);
    if (q->thread >= 0 && r.active >= 0 && r.active != q->thread) r.active = PW_SEVERAL;
    if (r.active == PW_SEVERAL)
        pw_scope_error(s, q->expr->first, q->expr->last, NULL,
                       "this formula reads local variables of several threads as its own");
    if (r.passive == PW_SEVERAL)
        pw_scope_error(s, q->expr->first, q->expr->last, NULL,
                       "this formula reads variables of several threads by 'other'");
}

/* An expression's extent leaves out the parentheses around its first and last part; the formula of
 * a declaration has them. */
static struct pw_strbuf whole_text(struct pw_scope *s, const struct pw_ast_expr *e)
{
    const struct pw_token *t = s->x->tokens.at;
    uint32_t first = e->first, last = e->last;
    while (first > 0 && t[first - 1].kind == PW_TOK_LPAREN)
        first--;
    while (last + 1 < s->x->tokens.n && t[last + 1].kind == PW_TOK_RPAREN)
        last++;
    return text_of(s, first, last);
}

/* Does the formula mean anything in this one of the two programs of the file? */
static bool fits(struct pw_elab *c, const struct pw_ast_pred *q)
{
    struct pw_scope *s = c->scope;
    if (!s->unfit || pw_parts_has(s->unfit->loud, q->first)) return true;
    s->trial = true;
    s->trial_errors = 0;
    s->unit = q->thread >= 0 ? &s->threads[q->thread] : NULL;
    const struct pw_expr *e = pw_elab_typed(c, q->expr, true, "a formula");
    s->unit = NULL;
    if (e) one_thread_each(s, q, e);
    s->trial = false;
    if (e && !s->trial_errors) return true;
    pw_vec_push(&s->unfit->tokens, q->first);
    return false;
}

/* Constraints between abstract threads cannot be checked one thread at a time. */
static void only_alone(struct pw_scope *s, const struct pw_ast_pred *q, const struct pw_expr *e)
{
    struct pw_reads r = pw_classify_reads(e);
    bool active = r.active >= 0 && s->threads[r.active].ast->instead_of;
    bool passive = r.passive >= 0 && s->threads[r.passive].ast->instead_of;
    if (r.passive >= 0 && (active || passive))
        pw_scope_error(s, q->expr->first, q->expr->last, NULL,
                       "'init' may not relate abstract threads: they are checked one by one");
}

/* Order is among threads of one template: the one that a formula is about in which `self` is
 * compared. q->thread where there is no order. */
static int32_t ordered_thread(struct pw_elab *c, const struct pw_ast_pred *q,
                              const struct pw_expr *e)
{
    struct pw_scope *s = c->scope;
    if (!c->saw_order) return q->thread;
    struct pw_reads r = pw_classify_reads(e);
    int32_t named[4] = {q->thread, r.active, r.passive, c->range},
            one = s->ast->nthreads > 1 ? PW_NONE : 0;
    for (int i = 0; i < 4 && one != PW_SEVERAL; i++)
        if (named[i] >= 0) one = one < 0 || one == named[i] ? named[i] : PW_SEVERAL;
    if (one < 0)
        pw_scope_error(s, q->expr->first, q->expr->last, NULL,
                       "'self' has an order among the threads of one template only");
    return one;
}

static void elaborate_formula(struct pw_elab *c, struct pw_build *b, const struct pw_ast_pred *q)
{
    struct pw_scope *s = c->scope;
    bool predicate = c->where == PW_IN_PREDICATE, invariant = c->where == PW_IN_INVARIANT;
    const char *what = predicate ? "a predicate" : invariant ? "an invariant" : "'init'";
    struct pw_pos pos = pw_lower_pos(s, q->first);
    if (!fits(c, q)) return;
    s->unit = q->thread >= 0 ? &s->threads[q->thread] : NULL;
    c->saw_order = false;
    c->range = PW_NONE;
    const struct pw_expr *e = pw_elab_typed(c, q->expr, true, what);
    s->unit = NULL;
    if (!e) return;
    one_thread_each(s, q, e);
    int32_t thread = ordered_thread(c, q, e);
    if (!predicate && !invariant) only_alone(s, q, e);
    struct pw_strbuf text = whole_text(s, q->expr);
    const char *name = predicate ? pw_scope_text(s, q->name.name) : NULL;
    if (predicate)
        pw_build_predicate(b, name, pw_strbuf_text(&text), e, thread, pos);
    else if (invariant)
        pw_build_invariant(b, pw_strbuf_text(&text), e, q->thread, pos);
    else
        pw_build_init(b, pw_strbuf_text(&text), e, q->thread, pos);
    pw_strbuf_clear(&text);
}

static void elaborate_list(struct pw_scope *s, struct pw_build *b, const struct pw_ast_pred *list,
                           enum pw_where where)
{
    struct pw_expr_pool *pool = pw_build_pool(b);
    struct pw_elab c = {.scope = s, .pool = pool, .where = where};
    for (; list && !pw_diag_full(s->x->diags); list = list->next) {
        pw_limits_poll();
        elaborate_formula(&c, b, list);
    }
    if (pool->overflow && pw_lexer_clean(s->x))
        pw_diag_add(s->x->diags, PW_ERROR, s->x->src, 0, 0, NULL, "a formula is too large");
}

static bool label_of(struct pw_scope *s, const struct pw_ast_ref *r, struct pw_count *c)
{
    c->template = PW_ANY;
    if (r->template != PW_NO_NAME) {
        if (s->names[r->template].kind != PW_GLOBAL_THREAD) {
            pw_scope_undeclared(s, r->template, r->token - 2, PW_VISIBLE_THREADS,
                                "there is no thread '%s'");
            return false;
        }
        assert(r->template <s->nnames);
        c->template = (int32_t)s->names[r->template].index;
    }
    if (s->names[r->name].label < 0 && pw_parts_lack(s, r)) return false;
    if (s->names[r->name].label < 0) {
        pw_scope_undeclared(s, r->name, r->token, PW_VISIBLE_LABELS, "there is no label '%s'");
        return false;
    }
    assert(r->name < s->nnames);
    c->label = (uint32_t)s->names[r->name].label;
    return true;
}

/* unsafe at(L) && other.at(L) && ... */
static void elaborate_unsafe_formula(struct pw_scope *s, struct pw_build *b,
                                     const struct pw_ast_disjunct *d)
{
    struct pw_elab c = {.scope = s, .pool = pw_build_pool(b), .where = PW_IN_UNSAFE};
    struct pw_ast_pred q = {.expr = d->formula, .thread = -1, .abstract = -1, .first = d->first};
    c.range = PW_NONE;
    const struct pw_expr *e = pw_elab_typed(&c, d->formula, true, "'unsafe'");
    if (!e) return;
    one_thread_each(s, &q, e);
    struct pw_reads r = pw_classify_reads(e);
    if (c.range == PW_SEVERAL && r.passive != PW_SEVERAL)
        pw_scope_error(s, d->first, d->last, NULL,
                       "this formula reads variables of several threads by 'other'");
    if (c.saw_order && (r.active < 0 || r.active != r.passive) && s->ast->nthreads > 1)
        pw_scope_error(s, d->first, d->last, NULL,
                       "'self' has an order among the threads of one template only");
    struct pw_strbuf text = text_of(s, d->first, d->last);
    pw_build_unsafe_formula(b, e, pw_strbuf_text(&text), pw_lower_pos(s, d->first));
    pw_strbuf_clear(&text);
}

static void elaborate_disjunct(struct pw_scope *s, struct pw_build *b,
                               const struct pw_ast_disjunct *d)
{
    if (d->formula) {
        elaborate_unsafe_formula(s, b, d);
        return;
    }
    struct pw_elab e = {.scope = s, .pool = pw_build_pool(b), .where = PW_IN_CONST};
    PW_VEC(struct pw_count) counts = {0};
    for (const struct pw_ast_count *c = d->counts; c; c = c->next) {
        int64_t least = 1;
        struct pw_count count = {0};
        label_of(s, &c->label, &count);
        pw_elab_const_si(&e, c->least, 1, 1000000, "the number of threads", &least);
        count.least = (uint32_t)least;
        pw_vec_push(&counts, count);
    }
    struct pw_strbuf text = text_of(s, d->first, d->last);
    if (d->instance)
        pw_strbuf_printf(&text, " (%s = %lld)", pw_scope_text(s, d->index.name),
                         (long long)d->value);
    pw_build_unsafe(b, counts.n, counts.at, pw_strbuf_text(&text), pw_lower_pos(s, d->first));
    pw_strbuf_clear(&text);
    pw_vec_clear(&counts);
}

void pw_formula_elaborate(struct pw_scope *s, struct pw_build *b)
{
    elaborate_list(s, b, s->ast->preds, PW_IN_PREDICATE);
    elaborate_list(s, b, s->ast->inits, PW_IN_CONSTRAINT);
    elaborate_list(s, b, s->ast->invariants, PW_IN_INVARIANT);
    const struct pw_ast_disjunct *d = s->ast->unsafe;
    for (; d && !pw_diag_full(s->x->diags); d = d->next) {
        pw_limits_poll();
        elaborate_disjunct(s, b, d);
    }
}
