/* Threads, what they see and who their neighbours are. */
#include "tmod/view.h"

#include <assert.h>
#include <string.h>

#include "base/limits.h"

/* --- which variables a template names --- */

struct name_ctx {
    bool *shared;
};

static void name_leaf(void *arg, const struct pw_expr *e)
{
    struct name_ctx *x = arg;
    if (e->kind == PW_EXPR_SHARED) x->shared[e->index] = true;
}

static void names_of(const struct pw_thread_template *t, bool *shared)
{
    struct name_ctx x = {shared};
    for (size_t i = 0; i < t->nedges; i++) {
        const struct pw_edge *e = &t->edges[i];
        pw_expr_visit(e->guard, name_leaf, &x);
        for (size_t u = 0; u < e->nupdates; u++) {
            pw_expr_visit(e->updates[u].to, name_leaf, &x);
            if (e->updates[u].shared) shared[e->updates[u].index] = true;
        }
    }
}

/* By template and shared variable: is it named? */
struct names {
    const struct pw_program *p;
    bool *at;
    PW_VEC(uint32_t) * users; /* by variable: templates, increasing */
};

static void names_init(struct names *x, const struct pw_program *p)
{
    *x = (struct names){.p = p};
    x->at = PW_NEWS(bool, p->ntemplates *(p->nshared + 1));
    x->users = pw_mem_zalloc(p->nshared + 1, sizeof *x->users);
    for (uint32_t t = 0; t < p->ntemplates; t++) {
        pw_limits_poll();
        names_of(&p->templates[t], x->at + t * p->nshared);
        for (size_t v = 0; v < p->nshared; v++)
            if (x->at[t * p->nshared + v]) pw_vec_push(&x->users[v], t);
    }
}

static void names_clear(struct names *x)
{
    for (size_t v = 0; v < x->p->nshared; v++)
        pw_vec_clear(&x->users[v]);
    pw_mem_free(x->users, (x->p->nshared + 1) * sizeof *x->users);
    PW_FREES(x->at, x->p->ntemplates * (x->p->nshared + 1));
}

/* --- neighbours --- */

typedef PW_VEC(uint32_t) numbers;

static void add_number(numbers *list, uint32_t n)
{
    size_t i = 0;
    while (i < list->n && list->at[i] < n)
        i++;
    if (i < list->n && list->at[i] == n) return;
    pw_vec_push(list, n);
    for (size_t k = list->n - 1; k > i; k--)
        list->at[k] = list->at[k - 1];
    list->at[i] = n;
}

/* Templates that share a variable with each template; itself if it has two threads and a variable.
 * False: some have too many. */
static bool near_by_variables(const struct names *x, const uint64_t *counts, numbers *near)
{
    for (size_t v = 0; v < x->p->nshared; v++)
        for (size_t a = 0; a < x->users[v].n; a++)
            for (size_t b = 0; b < x->users[v].n; b++) {
                uint32_t t = x->users[v].at[a], u = x->users[v].at[b];
                pw_limits_poll();
                if (!counts[t] || !counts[u] || (t == u && counts[t] < 2)) continue;
                add_number(&near[t], u);
                if (near[t].n > PW_VIEW_MOST_NEIGHBOURS) return false;
            }
    return true;
}

/* Threads that an alternative names together see each other, if it names few templates. */
static void near_by_property(const struct pw_disjunct *d, const uint64_t *counts, numbers *near)
{
    for (size_t a = 0; a < d->ncounts; a++)
        for (size_t b = 0; b < d->ncounts; b++) {
            int32_t t = d->counts[a].template, u = d->counts[b].template;
            if (t < 0 || u < 0 || t == u || !counts[t] || !counts[u]) continue;
            add_number(&near[t], (uint32_t)u);
        }
}

static numbers *near_templates(const struct names *x, const uint64_t *counts, bool *fits)
{
    numbers *near = pw_mem_zalloc(x->p->ntemplates + 1, sizeof *near);
    *fits = near_by_variables(x, counts, near);
    for (size_t d = 0; d < x->p->nunsafe && *fits; d++)
        near_by_property(&x->p->unsafe[d], counts, near);
    uint64_t threads = 0;
    for (uint32_t t = 0; t < x->p->ntemplates && *fits; t++) {
        uint64_t n = 0;
        for (size_t i = 0; i < near[t].n; i++)
            n += counts[near[t].at[i]] - (near[t].at[i] == t);
        threads += counts[t];
        *fits = n <= PW_VIEW_MOST_NEIGHBOURS && threads <= PW_VIEW_MOST_THREADS;
    }
    return near;
}

static void near_clear(numbers *near, const struct pw_program *p)
{
    for (size_t t = 0; t < p->ntemplates; t++)
        pw_vec_clear(&near[t]);
    pw_mem_free(near, (p->ntemplates + 1) * sizeof *near);
}

bool pw_view_fits(const struct pw_program *p, const uint64_t *counts)
{
    struct names x;
    bool fits;
    names_init(&x, p);
    near_clear(near_templates(&x, counts, &fits), p);
    names_clear(&x);
    return fits;
}

/* a * b, at most `most` */
static uint64_t times(uint64_t a, uint64_t b, uint64_t most)
{
    return a && b > most / a ? most : a * b;
}

bool pw_view_pays(const struct pw_program *p, const uint64_t *counts)
{
    enum { FAR_BELOW = 2, LARGEST_VIEW = 65536 };
    const uint64_t most = UINT64_MAX / 2;
    uint64_t all = 1, views = 0;
    struct names x;
    bool fits;
    names_init(&x, p);
    near_clear(near_templates(&x, counts, &fits), p);
    for (size_t v = 0; v < p->nshared; v++)
        all = times(all, (uint64_t)(p->shared[v].type.hi - p->shared[v].type.lo + 1), most);
    for (size_t t = 0; t < p->ntemplates && fits; t++) {
        uint64_t mine = 1;
        for (size_t v = 0; v < p->nshared; v++)
            if (x.at[t * p->nshared + v])
                mine =
                    times(mine, (uint64_t)(p->shared[v].type.hi - p->shared[v].type.lo + 1), most);
        fits = mine <= LARGEST_VIEW;
        views += fits ? times(mine, counts[t], most / (p->ntemplates + 1)) : 0;
    }
    names_clear(&x);
    return fits && views <= all / FAR_BELOW;
}

uint64_t pw_view_worth(const struct pw_program *p, const uint64_t *counts)
{
    const uint64_t few_states = 1 << 20, at_least = 20000000, per_thread = 2000000;
    uint64_t states = 1, threads = 0;
    for (size_t v = 0; v < p->nshared; v++)
        states = times(states, (uint64_t)(p->shared[v].type.hi - p->shared[v].type.lo + 1),
                       few_states + 1);
    for (size_t t = 0; t < p->ntemplates; t++)
        threads += counts[t];
    return states > few_states ? 0 : at_least + per_thread * threads;
}

/* --- threads and links --- */

static uint32_t position(const uint32_t *at, uint32_t n, uint32_t key)
{
    for (uint32_t i = 0; i < n; i++)
        if (at[i] == key) return i;
    return UINT32_MAX;
}

static void open_threads(struct pw_local_views *v, const struct names *x)
{
    const struct pw_program *p = v->space->p;
    uint32_t j = 0;
    numbers fields = {0};
    for (uint32_t t = 0; t < p->ntemplates; t++) {
        pw_vec_reset(&fields);
        for (uint32_t s = 0; s < p->nshared; s++)
            if (x->at[t * p->nshared + s]) pw_vec_push(&fields, s);
        const uint32_t *at = pw_arena_copy(&v->arena, fields.at, fields.n * sizeof *fields.at);
        for (uint64_t k = 0; k < v->counts[t]; k++, j++) {
            assert(j < v->n);
            v->threads[j].template = t;
            v->threads[j].fields = at;
            v->threads[j].n_fields = (uint32_t)fields.n;
        }
    }
    assert(j == v->n);
    pw_vec_clear(&fields);
}

/* The neighbours of j, by number; their links are filled in later. */
static void open_neighbours(struct pw_local_views *v, uint32_t j, const numbers *near,
                            const uint32_t *first)
{
    assert(j < v->n);
    struct pw_view_thread *me = &v->threads[j];
    PW_VEC(struct pw_view_link) links = {0};
    for (size_t k = 0; k < near[me->template].n; k++) {
        uint32_t t = near[me->template].at[k];
        for (uint32_t i = first[t]; i < first[t] + v->counts[t]; i++)
            if (i != j) pw_vec_push(&links, ((struct pw_view_link){.other = i}));
    }
    me->n_links = (uint32_t)links.n;
    me->links = pw_arena_copy(&v->arena, links.at, links.n * sizeof *links.at);
    me->width = me->n_fields + me->n_links + 1;
    pw_vec_clear(&links);
}

static uint32_t link_to(const struct pw_view_thread *me, uint32_t other)
{
    for (uint32_t a = 0; a < me->n_links; a++)
        if (me->links[a].other == other) return a;
    return UINT32_MAX;
}

static void open_link(struct pw_local_views *v, uint32_t j, struct pw_view_link *l)
{
    assert(j < v->n);
    const struct pw_view_thread *me = &v->threads[j], *you = &v->threads[l->other];
    numbers fields = {0}, common = {0};
    for (uint32_t a = 0; a < me->n_fields; a++) {
        uint32_t b = position(you->fields, you->n_fields, me->fields[a]);
        if (b == UINT32_MAX) continue;
        pw_vec_push(&fields, a);
        pw_vec_push(&fields, b);
    }
    for (uint32_t a = 0; a < me->n_links; a++) {
        uint32_t b = link_to(you, me->links[a].other);
        if (b == UINT32_MAX) continue;
        pw_vec_push(&common, a);
        pw_vec_push(&common, b);
    }
    l->back = link_to(you, j);
    assert(l->back != UINT32_MAX); /* neighbourhood is symmetric */
    l->n_fields = (uint32_t)fields.n / 2;
    l->n_common = (uint32_t)common.n / 2;
    l->fields = pw_arena_copy(&v->arena, fields.at, fields.n * sizeof *fields.at);
    l->common = pw_arena_copy(&v->arena, common.at, common.n * sizeof *common.at);
    pw_vec_clear(&fields);
    pw_vec_clear(&common);
}

void pw_view_open(struct pw_local_views *v, struct pw_space *space, const uint64_t *counts)
{
    const struct pw_program *p = space->p;
    struct names x;
    bool fits;
    *v = (struct pw_local_views){.space = space, .counts = counts};
    pw_arena_init(&v->arena);
    names_init(&x, p);
    numbers *near = near_templates(&x, counts, &fits);
    uint32_t *first = pw_arena_alloc(&v->arena, (p->ntemplates + 1) * sizeof *first);
    assert(fits);
    for (uint32_t t = 0; t < p->ntemplates; t++) {
        first[t] = v->n;
        v->n += (uint32_t)counts[t];
    }
    v->threads = PW_NEWS(struct pw_view_thread, v->n);
    open_threads(v, &x);
    size_t widest = 1;
    for (uint32_t j = 0; j < v->n; j++) {
        open_neighbours(v, j, near, first);
        if (v->threads[j].width > widest) widest = v->threads[j].width;
    }
    for (uint32_t j = 0; j < v->n; j++)
        for (uint32_t a = 0; a < v->threads[j].n_links; a++)
            open_link(v, j, &v->threads[j].links[a]);
    v->scratch = pw_arena_alloc(&v->arena, widest * sizeof *v->scratch);
    v->full = pw_arena_alloc(&v->arena, (p->nshared + 1) * sizeof *v->full);
    for (size_t s = 0; s < p->nshared; s++)
        v->full[s] = p->shared[s].type.lo;
    near_clear(near, p);
    names_clear(&x);
}

static void thread_clear(struct pw_view_thread *t)
{
    pw_vec_clear(&t->cells);
    pw_vec_clear(&t->states);
    pw_vec_clear(&t->steps);
    pw_table_clear(&t->index);
}

void pw_view_close(struct pw_local_views *v)
{
    for (uint32_t j = 0; j < v->n; j++)
        thread_clear(&v->threads[j]);
    PW_FREES(v->threads, v->n);
    if (v->world_there) pw_tmod_world_clear(&v->world);
    pw_vec_clear(&v->exposed);
    pw_vec_clear(&v->todo);
    pw_arena_clear(&v->arena);
}
