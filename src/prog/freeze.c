#include "prog/freeze.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "base/mem.h"
#include "base/order.h"
#include "prog/classify.h"
#include "prog/compose.h"
#include "prog/layout.h"

/* ---- edges ---- */

static void drop_identities(struct pw_action *a)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < a->nupdates; i++) {
        const struct pw_update *u = &a->updates[i];
        enum pw_expr_kind own = u->shared ? PW_EXPR_SHARED : PW_EXPR_LOCAL;
        bool same = u->to->kind == own && u->to->index == u->index;
        if (!same) a->updates[n++] = *u;
    }
    a->nupdates = n;
}

static void drop_other_identities(struct pw_action *a)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < a->nothers; i++) {
        const struct pw_other_update *u = &a->others[i];
        bool same = u->to->kind == PW_EXPR_PASSIVE && (uint32_t)u->to->template == u->template &&
                    u->to->index == u->index;
        if (!same) a->others[n++] = *u;
    }
    a->nothers = n;
}

struct choices {
    struct pw_expr_pool *pool;
    int32_t *to; /* new number, -1: not used */
};

static void mark_choice(void *arg, const struct pw_expr *e)
{
    if (e->kind == PW_EXPR_CHOICE) ((struct choices *)arg)->to[e->index] = 0;
}

static const struct pw_expr *renumber(void *arg, const struct pw_expr *e)
{
    struct choices *c = arg;
    if (e->kind != PW_EXPR_CHOICE || c->to[e->index] == (int32_t)e->index) return e;
    assert(c->to[e->index] >= 0); /* what is read is kept */
    return pw_expr_leaf(c->pool, PW_EXPR_CHOICE, e->is_bool, -1, (uint32_t)c->to[e->index]);
}

/* The expressions of an edge beside its updates: the guard, the looks, the values of others. */
static void visit_rest(const struct pw_action *a, const struct pw_expr *guard,
                       pw_expr_visit_fn *visit, void *arg)
{
    pw_expr_visit(guard, visit, arg);
    for (uint32_t i = 0; i < a->nlooks; i++)
        pw_expr_visit(a->looks[i].expr, visit, arg);
    for (uint32_t i = 0; i < a->nothers; i++)
        pw_expr_visit(a->others[i].to, visit, arg);
}

static void replace_rest(struct pw_expr_pool *pool, struct pw_action *a,
                         const struct pw_expr **guard, pw_expr_leaf_fn *leaf, void *arg)
{
    *guard = pw_expr_replace(pool, *guard, leaf, arg);
    for (uint32_t i = 0; i < a->nlooks; i++)
        a->looks[i].expr = pw_expr_replace(pool, a->looks[i].expr, leaf, arg);
    for (uint32_t i = 0; i < a->nothers; i++)
        a->others[i].to = pw_expr_replace(pool, a->others[i].to, leaf, arg);
}

/* Choices that nothing reads are no choices. */
static void drop_choices(struct pw_expr_pool *pool, struct pw_action *a,
                         const struct pw_expr **guard)
{
    uint32_t n = a->nchoices, used = 0;
    if (!n) return;
    struct choices c = {pool, PW_NEWS(int32_t, n)};
    for (uint32_t i = 0; i < n; i++)
        c.to[i] = -1;
    visit_rest(a, *guard, mark_choice, &c);
    for (uint32_t i = 0; i < a->nupdates; i++)
        pw_expr_visit(a->updates[i].to, mark_choice, &c);
    for (uint32_t i = 0; i < n; i++)
        if (c.to[i] == 0) a->choices[used] = a->choices[i], c.to[i] = (int32_t)used++;
    replace_rest(pool, a, guard, renumber, &c);
    for (uint32_t i = 0; i < a->nupdates; i++)
        a->updates[i].to = pw_expr_replace(pool, a->updates[i].to, renumber, &c);
    assert(used <= n);
    a->nchoices = used;
    PW_FREES(c.to, n);
}

static struct pw_edge freeze_edge(const struct pw_layout *l, const struct pw_graph_edge *e)
{
    struct pw_arena *arena = &l->g->pool->arena;
    const struct pw_expr *guard = e->guard;
    struct pw_action a = e->action;
    assert(l->number[e->from] >= 0 && l->number[e->to] >= 0); /* both can be reached */
    a.updates = pw_arena_copy(arena, a.updates, a.nupdates * sizeof *a.updates);
    a.choices = pw_arena_copy(arena, a.choices, a.nchoices * sizeof *a.choices);
    a.looks = pw_arena_copy(arena, a.looks, a.nlooks * sizeof *a.looks);
    a.others = pw_arena_copy(arena, a.others, a.nothers * sizeof *a.others);
    drop_identities(&a);
    drop_other_identities(&a);
    drop_choices(l->g->pool, &a, &guard);
    return (struct pw_edge){.from = (uint32_t)l->number[e->from],
                            .to = (uint32_t)l->number[e->to],
                            .kind = e->kind,
                            .guard = guard,
                            .updates = a.updates,
                            .nupdates = a.nupdates,
                            .choices = a.choices,
                            .nchoices = a.nchoices,
                            .looks = a.looks,
                            .others = a.others,
                            .nlooks = a.nlooks,
                            .nothers = a.nothers,
                            .text = e->text,
                            .way = e->way,
                            .pos = e->pos};
}

static void freeze_edges(const struct pw_layout *l, struct pw_thread_template *t)
{
    struct pw_arena *arena = &l->g->pool->arena;
    struct pw_edge *out = pw_arena_alloc(arena, l->edges.n * sizeof *out);
    uint32_t *first = pw_arena_alloc(arena, (l->order.n + 1) * sizeof *first);
    uint32_t statement = 0;
    memset(first, 0, (l->order.n + 1) * sizeof *first);
    for (size_t i = 0; i < l->edges.n; i++) {
        out[i] = freeze_edge(l, &l->g->edges.at[l->edges.at[i]]);
        assert(out[i].from < l->order.n && out[i].to < l->order.n);
        assert(!i || out[i - 1].from <= out[i].from);
        if (i && out[i].from != out[i - 1].from) statement++;
        out[i].statement = statement;
        first[out[i].from + 1]++;
    }
    for (size_t i = 0; i < l->order.n; i++)
        first[i + 1] += first[i];
    assert(first[l->order.n] == l->edges.n);
    t->edges = out;
    t->nedges = l->edges.n;
    t->first_edge = first;
    t->nstatements = l->edges.n ? statement + 1 : 0;
}

/* ---- locations ---- */

/* Where labels are, in the order of templates and locations. */
struct place {
    uint32_t label;
    struct pw_label_place at;
};

struct freezer {
    struct pw_build *b;
    struct pw_arena *arena;
    uint32_t *label;   /* number of the front end to number by name */
    uint32_t *by_name; /* the other way round */
    PW_VEC(struct place) places;
};

static void location_labels(struct freezer *f, const struct pw_graph_node *n, struct pw_loc *out,
                            struct pw_label_place at)
{
    PW_VEC(uint32_t) v = {0};
    for (const struct pw_graph_label *l = n->labels; l; l = l->next)
        pw_vec_push(&v, f->label[l->label]);
    if (v.n) qsort(v.at, v.n, sizeof *v.at, pw_order_uint);
    size_t distinct = 0;
    for (size_t i = 0; i < v.n; i++) {
        if (distinct && v.at[distinct - 1] == v.at[i]) continue;
        struct place p = {v.at[i], at};
        v.at[distinct++] = v.at[i];
        pw_vec_push(&f->places, p);
    }
    out->labels = pw_arena_copy(f->arena, v.at, distinct * sizeof *v.at);
    out->nlabels = distinct;
    pw_vec_clear(&v);
}

/* First label, or "end", "error", or "L" and the line; with a number if that name is taken. */
static const char *location_name(struct freezer *f, const struct pw_loc *loc,
                                 struct pw_names *taken)
{
    struct pw_strbuf s = {0};
    if (loc->nlabels)
        pw_strbuf_puts(&s, f->b->labels.at[f->by_name[loc->labels[0]]].name);
    else if (loc->kind == PW_LOC_NORMAL)
        pw_strbuf_printf(&s, "L%u", loc->pos.line);
    else
        pw_strbuf_puts(&s, loc->kind == PW_LOC_END ? "end" : "error");
    size_t plain = s.n, before = taken->n;
    pw_names_intern(taken, pw_strbuf_text(&s));
    for (unsigned i = 2; taken->n == before; i++) {
        pw_limits_poll();
        s.n = plain;
        pw_strbuf_printf(&s, ".%u", i);
        pw_names_intern(taken, pw_strbuf_text(&s));
    }
    const char *name = pw_arena_strdup(f->arena, pw_strbuf_text(&s));
    pw_strbuf_clear(&s);
    return name;
}

static enum pw_loc_kind location_kind(enum pw_node_kind k)
{
    return k == PW_NODE_EDGES ? PW_LOC_NORMAL : k == PW_NODE_END ? PW_LOC_END : PW_LOC_ERROR;
}

static void freeze_locations(struct freezer *f, const struct pw_layout *l,
                             struct pw_thread_template *t)
{
    struct pw_loc *out = pw_arena_alloc(f->arena, l->order.n * sizeof *out);
    struct pw_names taken = {0};
    t->error = PW_NONE;
    for (uint32_t i = 0; i < l->order.n; i++) {
        const struct pw_graph_node *n = &l->g->nodes.at[l->order.at[i]];
        out[i] = (struct pw_loc){.kind = location_kind(n->kind), .pos = n->pos};
        if (out[i].kind == PW_LOC_ERROR) t->error = (int32_t)i, out[i].pos = t->pos;
        struct pw_label_place at = {(uint32_t)l->x->template, i};
        location_labels(f, n, &out[i], at);
        out[i].name = location_name(f, &out[i], &taken);
    }
    t->locs = out;
    t->nlocs = l->order.n;
    pw_names_clear(&taken);
}

/* ---- templates ---- */

static void freeze_locals(struct freezer *f, const struct pw_expansion *x,
                          struct pw_thread_template *t)
{
    struct pw_var *out = pw_arena_alloc(f->arena, x->locals.n * sizeof *out);
    for (size_t i = 0; i < x->locals.n; i++)
        out[i] = x->locals.at[i].var;
    t->locals = out;
    t->nlocals = x->locals.n;
}

static void missing_returns(const struct pw_layout *l)
{
    for (size_t i = 0; i < l->order.n; i++) {
        const struct pw_graph_node *n = &l->g->nodes.at[l->order.at[i]];
        if (n->missing_return) pw_build_report(l->x->b, PW_BUILD_NO_RETURN, l->x->template, n->pos);
    }
}

static void freeze_graph(struct freezer *f, struct pw_expansion *x, struct pw_graph *g,
                         uint32_t entry, struct pw_thread_template *t)
{
    struct pw_layout l;
    pw_graph_finish(g, &entry);
    pw_layout_init(&l, x, g, entry);
    missing_returns(&l);
    pw_layout_reset_dead(&l);
    freeze_edges(&l, t);
    t->entry = (uint32_t)l.number[entry];
    freeze_locations(f, &l, t);
    assert(t->entry < t->nlocs);
    freeze_locals(f, x, t);
    if (g->overflow) pw_build_report(f->b, PW_BUILD_TOO_LARGE, x->template, t->pos);
    pw_layout_clear(&l);
}

static void freeze_template(struct freezer *f, int32_t number, struct pw_thread_template *t)
{
    struct pw_build *b = f->b;
    const struct pw_build_unit *u = pw_build_unit(b, number);
    struct pw_expansion x;
    struct pw_graph g;
    uint32_t entry = 0;
    *t = (struct pw_thread_template){.name = u->name,
                                     .count = u->count,
                                     .count_alone = u->count_alone,
                                     .abstract = u->abstract,
                                     .pos = u->pos};
    pw_inline_template(&x, b, number);
    pw_graph_init(&g, &b->program->pool, PW_BUILD_LARGEST);
    if (b->problem.trouble == PW_BUILD_FINE) pw_compose_graph(&x, &g, &entry);
    if (b->problem.trouble == PW_BUILD_FINE) freeze_graph(f, &x, &g, entry, t);
    pw_graph_clear(&g);
    pw_inline_clear(&x);
}

/* ---- labels ---- */

static int compare_names(const void *a, const void *b)
{
    return strcmp(((const struct pw_label *)a)->name, ((const struct pw_label *)b)->name);
}

static void number_labels(struct freezer *f)
{
    size_t n = f->b->labels.n;
    struct pw_label *sorted = PW_NEWS(struct pw_label, n);
    f->label = PW_NEWS(uint32_t, n);
    f->by_name = PW_NEWS(uint32_t, n);
    for (size_t i = 0; i < n; i++)
        sorted[i] = f->b->labels.at[i];
    if (n) qsort(sorted, n, sizeof *sorted, compare_names);
    for (uint32_t i = 0; i < n; i++) {
        f->by_name[i] = (uint32_t)pw_names_find(&f->b->label_names, sorted[i].name);
        assert(f->by_name[i] < n);
        f->label[f->by_name[i]] = i;
    }
    PW_FREES(sorted, n);
}

/* Places come template by template, location by location: sorted within each label. */
static void freeze_labels(struct freezer *f)
{
    struct pw_program *p = f->b->program;
    size_t n = f->b->labels.n;
    struct pw_label *out = pw_arena_alloc(f->arena, n * sizeof *out);
    struct pw_label_place *all = pw_arena_alloc(f->arena, f->places.n * sizeof *all);
    size_t *next = PW_NEWS(size_t, n + 1);
    for (size_t i = 0; i < f->places.n; i++)
        next[f->places.at[i].label + 1]++;
    for (size_t i = 0; i < n; i++) {
        out[i] = f->b->labels.at[f->by_name[i]];
        out[i].places = all + next[i];
        out[i].nplaces = next[i + 1];
        next[i + 1] += next[i];
    }
    for (size_t i = 0; i < f->places.n; i++)
        all[next[f->places.at[i].label]++] = f->places.at[i].at;
    assert(!n || next[n - 1] == f->places.n);
    p->labels = out;
    p->nlabels = n;
    PW_FREES(next, n + 1);
}

static const struct pw_expr *renumber_label(void *arg, const struct pw_expr *e)
{
    struct freezer *f = arg;
    bool at = e->kind >= PW_EXPR_AT && e->kind <= PW_EXPR_COUNT;
    assert(!at || e->index < f->b->labels.n);
    if (!at || f->label[e->index] == e->index) return e;
    return pw_expr_leaf(&f->b->program->pool, e->kind, e->is_bool, e->template, f->label[e->index]);
}

/* ---- the rest ---- */

static const struct pw_pred *freeze_formulas(struct freezer *f, struct pw_pred *list, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        list[i].expr = pw_expr_replace(&f->b->program->pool, list[i].expr, renumber_label, f);
        pw_classify(f->b->program, &list[i]);
    }
    return pw_arena_copy(f->arena, list, n * sizeof *list);
}

/* Labels in what edges say of others. */
static void freeze_looks(struct freezer *f, struct pw_edge *e)
{
    struct pw_expr_pool *pool = &f->b->program->pool;
    for (size_t i = 0; i < e->nlooks; i++) {
        struct pw_look *l = (struct pw_look *)&e->looks[i]; /* made above, still ours */
        l->expr = pw_expr_replace(pool, l->expr, renumber_label, f);
    }
    for (size_t i = 0; i < e->nothers; i++) {
        struct pw_other_update *u = (struct pw_other_update *)&e->others[i];
        u->to = pw_expr_replace(pool, u->to, renumber_label, f);
    }
}

static void freeze_all_looks(struct freezer *f)
{
    for (size_t t = 0; t < f->b->program->ntemplates; t++) {
        const struct pw_thread_template *x = &f->b->program->templates[t];
        for (size_t i = 0; i < x->nedges; i++)
            freeze_looks(f, (struct pw_edge *)&x->edges[i]);
    }
}

static void freeze_property(struct freezer *f)
{
    struct pw_build *b = f->b;
    for (size_t i = 0; i < b->unsafe.n; i++) {
        struct pw_disjunct *d = &b->unsafe.at[i];
        struct pw_count *counts = pw_arena_alloc(f->arena, d->ncounts * sizeof *counts);
        for (size_t k = 0; k < d->ncounts; k++) {
            counts[k] = d->counts[k];
            assert(counts[k].label < b->labels.n);
            counts[k].label = f->label[counts[k].label];
        }
        d->counts = counts;
        if (!d->formula) continue;
        struct pw_pred q = *d->formula;
        d->formula = freeze_formulas(f, &q, 1);
    }
    size_t n = b->unsafe.n;
    b->program->unsafe = pw_arena_copy(f->arena, b->unsafe.at, n * sizeof *b->unsafe.at);
    b->program->nunsafe = n;
}

static void freeze_templates(struct freezer *f)
{
    struct pw_build *b = f->b;
    struct pw_thread_template *out = pw_arena_alloc(f->arena, b->templates.n * sizeof *out);
    for (size_t i = 0; i < b->templates.n && b->problem.trouble == PW_BUILD_FINE; i++) {
        freeze_template(f, (int32_t)i, &out[i]);
        if (b->problem.trouble == PW_BUILD_FINE && out[i].error >= 0) b->program->has_assert = true;
    }
    b->program->templates = out;
    b->program->ntemplates = b->templates.n;
}

void pw_freeze_program(struct pw_build *b)
{
    struct pw_program *p = b->program;
    struct freezer f = {.b = b, .arena = &p->pool.arena};
    p->file = b->files.at[0];
    p->files = pw_arena_copy(f.arena, b->files.at, b->files.n * sizeof *b->files.at);
    p->nfiles = b->files.n;
    p->shared = pw_arena_copy(f.arena, b->shared.at, b->shared.n * sizeof *b->shared.at);
    p->nshared = b->shared.n;
    number_labels(&f);
    freeze_templates(&f);
    if (b->problem.trouble == PW_BUILD_FINE) {
        freeze_labels(&f);
        freeze_all_looks(&f);
        freeze_property(&f);
        p->preds = (struct pw_preds){freeze_formulas(&f, b->preds.at, b->preds.n), b->preds.n};
        p->inits = freeze_formulas(&f, b->inits.at, b->inits.n);
        p->ninits = b->inits.n;
        p->invariants = freeze_formulas(&f, b->invariants.at, b->invariants.n);
        p->ninvariants = b->invariants.n;
    }
    PW_FREES(f.label, b->labels.n);
    PW_FREES(f.by_name, b->labels.n);
    pw_vec_clear(&f.places);
}
