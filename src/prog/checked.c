#include "prog/checked.h"

#include <assert.h>
#include <string.h>

#include "base/mem.h"

struct check_ctx {
    const struct pw_program *p;
    struct pw_program *to;
    /* the thread of `replace` */
    uint32_t template, loc;
};

static void *room(struct check_ctx *k, size_t n, size_t size)
{
    return pw_arena_alloc(&k->to->pool.arena, (n ? n : 1) * size);
}

/* at(L) of a thread whose location is known. */
static const struct pw_expr *place(void *arg, const struct pw_expr *e)
{
    struct check_ctx *k = arg;
    if (e->kind != PW_EXPR_AT) return e;
    return pw_expr_bool(&k->to->pool,
                        pw_program_at(k->p, e->index, e->template, k->template, k->loc));
}

/* The check of a formula at the location at work; false: it cannot hold there. */
static bool make_check(struct check_ctx *k, const struct pw_disjunct *d, struct pw_edge *out)
{
    const struct pw_pred *f = d->formula;
    if (f->active != PW_ANY && (uint32_t)f->active != k->template) return false;
    const struct pw_expr *e = pw_expr_replace(&k->to->pool, f->expr, place, k);
    if (pw_expr_is_false(e)) return false;
    *out = (struct pw_edge){.from = k->loc,
                            .to = (uint32_t)k->to->templates[k->template].error,
                            .kind = PW_EDGE_UNSAFE,
                            .guard = e,
                            .text = d->text,
                            .pos = d->pos};
    if (f->class != PW_INTER_THREAD) return true;
    struct pw_look *look = room(k, 1, sizeof *look);
    *look = (struct pw_look){.every = false, .passive = f->passive, .expr = e};
    out->guard = pw_expr_bool(&k->to->pool, true);
    out->looks = look;
    out->nlooks = 1;
    return true;
}

/* Is one of the formulas about threads of this template? */
static bool is_checked(const struct pw_program *p, uint32_t t)
{
    for (size_t i = 0; i < p->nunsafe; i++) {
        const struct pw_pred *f = p->unsafe[i].formula;
        if (f && (f->active == PW_ANY || (uint32_t)f->active == t)) return true;
    }
    return false;
}

static const char *fresh_name(struct check_ctx *k, const struct pw_thread_template *t)
{
    struct pw_strbuf name = {0};
    bool taken = true;
    for (pw_strbuf_puts(&name, "error"); taken;) {
        taken = false;
        for (size_t i = 0; i < t->nlocs; i++)
            taken = taken || !strcmp(t->locs[i].name, pw_strbuf_text(&name));
        if (taken) pw_strbuf_putc(&name, '_');
    }
    char *copy = room(k, name.n + 1, 1);
    memcpy(copy, pw_strbuf_text(&name), name.n + 1);
    pw_strbuf_clear(&name);
    return copy;
}

/* An error location, last, if the template has none. */
static void add_error(struct check_ctx *k, struct pw_thread_template *t)
{
    if (t->error != PW_NONE) return;
    struct pw_loc *locs = room(k, t->nlocs + 1, sizeof *locs);
    memcpy(locs, t->locs, t->nlocs * sizeof *locs);
    locs[t->nlocs] = (struct pw_loc){.name = fresh_name(k, t), .kind = PW_LOC_ERROR, .pos = t->pos};
    t->error = (int32_t)t->nlocs;
    t->locs = locs;
    t->nlocs++;
}

/* The edges of template k->template of p, and the checks at each location. */
static void add_checks(struct check_ctx *k, struct pw_thread_template *t)
{
    assert(k->template <k->p->ntemplates);
    const struct pw_thread_template *old = &k->p->templates[k->template];
    PW_VEC(struct pw_edge) edges = {0};
    uint32_t *first = room(k, t->nlocs + 1, sizeof *first);
    for (k->loc = 0; k->loc < t->nlocs; k->loc++) {
        first[k->loc] = (uint32_t)edges.n;
        for (uint32_t i = 0; k->loc < old->nlocs && i < old->first_edge[k->loc + 1]; i++)
            if (i >= old->first_edge[k->loc]) pw_vec_push(&edges, old->edges[i]);
        for (size_t i = 0; (int32_t)k->loc != t->error && i < k->p->nunsafe; i++) {
            struct pw_edge check;
            if (!k->p->unsafe[i].formula || !make_check(k, &k->p->unsafe[i], &check)) continue;
            check.statement = (uint32_t)t->nstatements++;
            pw_vec_push(&edges, check);
        }
    }
    first[t->nlocs] = (uint32_t)edges.n;
    struct pw_edge *all = room(k, edges.n, sizeof *all);
    if (edges.n) memcpy(all, edges.at, edges.n * sizeof *all);
    t->edges = all;
    t->nedges = edges.n;
    t->first_edge = first;
    pw_vec_clear(&edges);
}

static void keep_counts(struct check_ctx *k)
{
    struct pw_disjunct *kept = room(k, k->p->nunsafe, sizeof *kept);
    k->to->nunsafe = 0;
    for (size_t i = 0; i < k->p->nunsafe; i++)
        if (!k->p->unsafe[i].formula) kept[k->to->nunsafe++] = k->p->unsafe[i];
    k->to->unsafe = kept;
}

struct pw_program *pw_program_checked(const struct pw_program *p)
{
    if (!(pw_program_uses(p) & PW_USES_PAIRS)) return NULL;
    struct check_ctx k = {.p = p, .to = PW_NEW(struct pw_program)};
    *k.to = *p;
    k.to->of = p;
    pw_expr_pool_init(&k.to->pool);
    struct pw_thread_template *templates = room(&k, p->ntemplates, sizeof *templates);
    memcpy(templates, p->templates, p->ntemplates * sizeof *templates);
    k.to->templates = templates;
    for (k.template = 0; k.template <p->ntemplates; k.template ++) {
        if (!is_checked(p, k.template)) continue;
        add_error(&k, &templates[k.template]);
        add_checks(&k, &templates[k.template]);
    }
    keep_counts(&k);
    k.to->has_assert = true;
    assert(!(pw_program_uses(k.to) & PW_USES_PAIRS));
    return k.to;
}

uint32_t pw_program_unchecked_edge(const struct pw_program *p, uint32_t t, uint32_t edge)
{
    assert(p->of && t < p->ntemplates && edge < p->templates[t].nedges);
    assert(t < p->of->ntemplates);
    const struct pw_thread_template *q = &p->templates[t], *old = &p->of->templates[t];
    assert(edge < q->nedges);
    uint32_t from = q->edges[edge].from, i = edge - q->first_edge[from];
    return i < old->first_edge[from + 1] - old->first_edge[from] ? old->first_edge[from] + i
                                                                 : PW_NO_EDGE;
}

struct pw_program *pw_program_into_checked(struct pw_program *p)
{
    struct pw_program *q = p ? pw_program_checked(p) : NULL;
    if (!q) return p;
    q->owns_of = true;
    return q;
}
