#include "prog/wide.h"

#include <assert.h>
#include <string.h>

#include "base/mem.h"
#include "base/vec.h"
#include "prog/flow.h"

struct wide_ctx {
    const struct pw_program *p;
    struct pw_program *to;
    int64_t values;
    PW_VEC(struct pw_pred) inits;
};

static bool is_large(const struct wide_ctx *w, struct pw_type t)
{
    assert(t.kind != PW_RANGE || t.lo <= t.hi);
    return t.kind == PW_RANGE && t.hi - t.lo >= w->values - 1;
}

static void *copy(struct wide_ctx *w, const void *from, size_t n, size_t size)
{
    void *to = pw_arena_alloc(&w->to->pool.arena, (n ? n : 1) * size);
    if (n) memcpy(to, from, n * size);
    return to;
}

static bool starts_inside(const struct pw_var *v)
{
    return v->init && v->init->kind == PW_EXPR_INT &&
           pw_int_cmp_si(&v->init->value, v->type.lo) >= 0 &&
           pw_int_cmp_si(&v->init->value, v->type.hi) <= 0;
}

/* The variable is within its range at the start. */
static void add_init(struct wide_ctx *w, const struct pw_var *v, int32_t template, uint32_t index)
{
    struct pw_expr_pool *pool = &w->to->pool;
    bool local = template >= 0;
    assert(is_large(w, v->type) && (!local || (size_t) template <w->p->ntemplates));
    const struct pw_expr *x =
        pw_expr_leaf(pool, local ? PW_EXPR_LOCAL : PW_EXPR_SHARED, false, template, index);
    struct pw_strbuf text = {0};
    pw_strbuf_printf(&text, "%lld <= %s && %s <= %lld", (long long)v->type.lo, v->name, v->name,
                     (long long)v->type.hi);
    struct pw_pred q = {.text = copy(w, pw_strbuf_text(&text), text.n + 1, 1),
                        .expr = pw_build_in_range(pool, x, v->type),
                        .class = local ? PW_LOCAL_PRED : PW_SHARED_PRED,
                        .active = local ? template : PW_ANY,
                        .passive = PW_NONE,
                        .pos = v->pos};
    pw_vec_push(&w->inits, q);
    pw_strbuf_clear(&text);
}

static const struct pw_var *widen_vars(struct wide_ctx *w, const struct pw_var *vars, size_t n,
                                       int32_t template)
{
    struct pw_var *all = copy(w, vars, n, sizeof *all);
    for (uint32_t i = 0; i < n; i++) {
        if (!is_large(w, vars[i].type)) continue;
        if (!starts_inside(&vars[i])) add_init(w, &vars[i], template, i);
        all[i].type = (struct pw_type){PW_INT, 0, 0};
    }
    return all;
}

static void widen_edge(struct wide_ctx *w, struct pw_edge *e)
{
    struct pw_expr_pool *pool = &w->to->pool;
    struct pw_choice *choices = NULL;
    assert(e->guard);
    for (uint32_t i = 0; i < e->nchoices; i++) {
        struct pw_type t = e->choices[i].type;
        if (!is_large(w, t)) continue;
        if (!choices) choices = copy(w, e->choices, e->nchoices, sizeof *choices);
        choices[i].type = (struct pw_type){PW_INT, 0, 0};
        const struct pw_expr *x = pw_expr_leaf(pool, PW_EXPR_CHOICE, false, PW_NONE, i);
        e->guard = pw_expr_binary(pool, PW_EXPR_AND, pw_build_in_range(pool, x, t), e->guard);
    }
    if (choices) e->choices = choices;
}

static void widen_template(struct wide_ctx *w, struct pw_thread_template *t, uint32_t number)
{
    assert(number < w->p->ntemplates && !t->abstract == !w->p->templates[number].abstract);
    t->locals = widen_vars(w, t->locals, t->nlocals, (int32_t)number);
    struct pw_edge *edges = copy(w, t->edges, t->nedges, sizeof *edges);
    for (size_t i = 0; i < t->nedges; i++)
        widen_edge(w, &edges[i]);
    t->edges = edges;
}

static bool has_large(const struct wide_ctx *w, const struct pw_var *vars, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (is_large(w, vars[i].type)) return true;
    return false;
}

static bool is_wanted(const struct wide_ctx *w)
{
    bool any = has_large(w, w->p->shared, w->p->nshared);
    for (size_t t = 0; t < w->p->ntemplates; t++)
        any |= has_large(w, w->p->templates[t].locals, w->p->templates[t].nlocals);
    return any;
}

struct pw_program *pw_program_wide(const struct pw_program *p, int64_t values)
{
    struct wide_ctx w = {.p = p, .values = values};
    assert(values > 0 && !p->of);
    if (!is_wanted(&w)) return NULL;
    w.to = PW_NEW(struct pw_program);
    *w.to = *p;
    pw_expr_pool_init(&w.to->pool);
    w.to->shared = widen_vars(&w, p->shared, p->nshared, PW_NONE);
    struct pw_thread_template *templates = copy(&w, p->templates, p->ntemplates, sizeof *templates);
    for (uint32_t t = 0; t < p->ntemplates; t++)
        widen_template(&w, &templates[t], t);
    w.to->templates = templates;
    for (size_t i = 0; i < p->ninits; i++)
        pw_vec_push(&w.inits, p->inits[i]);
    w.to->ninits = w.inits.n;
    w.to->inits = copy(&w, w.inits.at, w.inits.n, sizeof *w.inits.at);
    pw_vec_clear(&w.inits);
    assert(w.to->ninits >= p->ninits && !has_large(&w, w.to->shared, w.to->nshared));
    return w.to;
}
