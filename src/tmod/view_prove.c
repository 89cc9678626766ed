/* Properties and refinement of local views. */
#include <assert.h>

#include "base/limits.h"
#include "tmod/expose.h"
#include "tmod/view.h"

/* --- can a property be fulfilled? --- */

static bool has_label(const struct pw_loc *loc, uint32_t label)
{
    for (size_t i = 0; i < loc->nlabels; i++)
        if (loc->labels[i] == label) return true;
    return false;
}

static const struct pw_loc *place(const struct pw_local_views *v, uint32_t j, uint32_t s)
{
    assert(j < v->n);
    uint32_t t = v->threads[j].template;
    assert(t < v->space->p->ntemplates);
    return &v->space->p->templates[t].locs[pw_space_loc(v->space, t, pw_view_local(v, j, s))];
}

/* The search for pairwise compatible states that meet all counts, threads in increasing order. */
struct search {
    struct pw_local_views *v;
    const struct pw_disjunct *d;
    struct pw_view_filling *f;
};

static bool can_count(const struct pw_count *c, uint32_t template)
{
    return c->template <0 || c->template == (int32_t) template;
}

/* What is still needed after state s of thread j; false: it helps nothing. */
static bool take(const struct search *x, uint32_t j, uint32_t s, const uint32_t *need,
                 uint32_t *left)
{
    const struct pw_loc *loc = place(x->v, j, s);
    bool helps = false;
    for (size_t i = 0; i < x->d->ncounts; i++) {
        const struct pw_count *c = &x->d->counts[i];
        bool counts =
            need[i] && can_count(c, x->v->threads[j].template) && has_label(loc, c->label);
        left[i] = need[i] - counts;
        helps = helps || counts;
    }
    return helps;
}

static bool fits_chosen(const struct search *x, uint32_t j, uint32_t s)
{
    assert(j < x->v->n);
    const struct pw_view_thread *t = &x->v->threads[j];
    for (uint32_t k = 0; k < x->f->n; k++)
        for (uint32_t a = 0; a < t->n_links; a++)
            if (t->links[a].other == x->f->at[k].thread &&
                !pw_view_compatible(x->v, j, s, a, x->f->at[k].state))
                return false;
    return true;
}

static bool helpful(const struct search *x, uint32_t j, const uint32_t *need)
{
    for (size_t i = 0; i < x->d->ncounts; i++)
        if (need[i] && can_count(&x->d->counts[i], x->v->threads[j].template)) return true;
    return false;
}

/* Depth: PW_VIEW_MOST_FILLED. */
static bool fill(struct search *x, uint32_t from, const uint32_t *need)
{
    uint32_t left[PW_VIEW_MOST_FILLED], sum = 0;
    for (size_t i = 0; i < x->d->ncounts; i++)
        sum += need[i];
    if (!sum) return true;
    for (uint32_t j = from; j < x->v->n; j++) {
        if (!helpful(x, j, need)) continue;
        for (uint32_t s = 0; s < x->v->threads[j].states.n; s++) {
            pw_limits_poll();
            if (!take(x, j, s, need, left) || !fits_chosen(x, j, s)) continue;
            x->f->at[x->f->n++] = (struct pw_view_todo){j, s};
            if (fill(x, j + 1, left)) return true;
            x->f->n--;
        }
    }
    return false;
}

static bool bad_place(struct pw_local_views *v, struct pw_view_filling *f)
{
    for (uint32_t j = 0; j < v->n; j++) {
        if (v->space->p->templates[v->threads[j].template].error == PW_NONE) continue;
        for (uint32_t s = 0; s < v->threads[j].states.n; s++) {
            if (place(v, j, s)->kind != PW_LOC_ERROR) continue;
            f->at[f->n++] = (struct pw_view_todo){j, s};
            return true;
        }
    }
    return false;
}

bool pw_view_bad(struct pw_local_views *v, size_t d, struct pw_view_filling *f)
{
    const struct pw_program *p = v->space->p;
    uint32_t need[PW_VIEW_MOST_FILLED];
    uint64_t sum = 0;
    f->n = 0;
    if (d == p->nunsafe) return bad_place(v, f);
    assert(d < p->nunsafe);
    struct search x = {.v = v, .d = &p->unsafe[d], .f = f};
    for (size_t i = 0; i < x.d->ncounts; i++)
        sum += x.d->counts[i].least;
    if (sum > PW_VIEW_MOST_FILLED) return true;
    for (size_t i = 0; i < x.d->ncounts; i++)
        need[i] = x.d->counts[i].least;
    return fill(&x, 0, need);
}

/* --- refinement --- */

static bool expose_state(struct pw_local_views *v, struct pw_view_todo x)
{
    return pw_tmod_expose_local(&v->exposed, v->space, v->threads[x.thread].template,
                                pw_view_local(v, x.thread, x.state));
}

/* The states from which those of a filling were derived, nearest first, until one has something to
 * expose. */
static bool expose_ancestor(struct pw_local_views *v, const struct pw_view_filling *f)
{
    PW_VEC(struct pw_view_todo) queue = {0};
    bool **seen = PW_NEWS(bool *, v->n), found = false;
    for (uint32_t j = 0; j < v->n; j++)
        seen[j] = PW_NEWS(bool, v->threads[j].states.n);
    for (uint32_t i = 0; i < f->n; i++)
        pw_vec_push(&queue, f->at[i]);
    for (size_t i = 0; i < queue.n && !found; i++) {
        struct pw_view_todo x = queue.at[i];
        const struct pw_view_state *s = &v->threads[x.thread].states.at[x.state];
        if (seen[x.thread][x.state]) continue;
        seen[x.thread][x.state] = true;
        pw_limits_poll();
        found = expose_state(v, x);
        if (s->origin != PW_VIEW_START)
            pw_vec_push(&queue, ((struct pw_view_todo){x.thread, s->from}));
        if (s->origin == PW_VIEW_ENV)
            pw_vec_push(&queue, ((struct pw_view_todo){s->other, s->beside}));
    }
    for (uint32_t j = 0; j < v->n; j++)
        PW_FREES(seen[j], v->threads[j].states.n);
    PW_FREES(seen, v->n);
    pw_vec_clear(&queue);
    return found;
}

/* One round: every property that cannot be excluded exposes something. True: there is none. */
static bool round_proves(struct pw_local_views *v, bool *grown)
{
    struct pw_view_filling f;
    bool proved = true;
    pw_view_fix(v);
    if (v->too_many) return false;
    size_t before = v->exposed.n;
    for (size_t d = 0; d <= v->space->p->nunsafe; d++) {
        if (!pw_view_bad(v, d, &f)) continue;
        proved = false;
        bool any = false;
        for (uint32_t i = 0; i < f.n; i++)
            any |= expose_state(v, f.at[i]);
        if (!any) expose_ancestor(v, &f);
    }
    *grown = v->exposed.n > before;
    return proved;
}

bool pw_view_prove(struct pw_local_views *v, const pw_tmod_exposures *start, uint64_t *rounds)
{
    bool grown = true, proved = false;
    pw_vec_reset(&v->exposed);
    for (size_t i = 0; start && i < start->n; i++)
        pw_vec_push(&v->exposed, start->at[i]);
    for (*rounds = 0; grown && !proved && !v->too_many;) {
        grown = false;
        ++*rounds;
        proved = round_proves(v, &grown);
    }
    return proved;
}
