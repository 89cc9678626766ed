/* Bad sets of more than two threads. */
#include <assert.h>

#include "base/limits.h"
#include "pairs/fix.h"

enum { MOST_SETS = 20000 };

static size_t carriers(const struct pw_views *v, const struct pw_count *c, const uint32_t *views,
                       size_t n)
{
    size_t found = 0;
    for (size_t i = 0; i < n; i++) {
        const struct pw_view *a = pw_views_at(v, views[i]);
        if (a->kind < v->p->ntemplates &&
            pw_program_at(v->p, c->label, c->template, a->kind, a->loc))
            found++;
    }
    return found;
}

bool pw_fix_shows(const struct pw_views *v, const struct pw_disjunct *d, const uint32_t *views,
                  size_t n)
{
    for (size_t i = 0; i < d->ncounts; i++)
        if (carriers(v, &d->counts[i], views, n) < d->counts[i].least) return false;
    return true;
}

struct search_ctx {
    struct pw_fix *f;
    const struct pw_disjunct *d;
    uint32_t sigma;
    pw_uints views; /* with a label of d, in this sigma */
    pw_uints chosen;
    size_t size, sets;
    pw_fix_bad_fn *found;
    void *arg;
    bool all; /* possible or not */
    bool stopped, too_many;
};

/* Have the chosen threads a common model? Facts of the first few pairs suffice as hypotheses. */
static bool set_is_possible(struct search_ctx *s)
{
    struct pw_join *x = &s->f->join;
    const uint32_t *at = s->chosen.at;
    bool possible = true;
    pw_join_start(x);
    for (uint32_t i = 0; i < s->size && possible; i++)
        for (uint32_t j = i + 1; j < s->size && j < PW_FIX_PAIRED && possible; j++)
            possible = pw_join_pair(x, s->sigma, at[i], i, at[j], j);
    pw_fix_give_counts(s->f, s->sigma, at, s->size);
    return possible && pw_join_possible(x);
}

static void try_set(struct search_ctx *s)
{
    pw_limits_poll();
    if (++s->sets > MOST_SETS) s->too_many = true;
    if (!pw_fix_shows(s->f->enc->views, s->d, s->chosen.at, s->size)) return;
    if (!pw_counts_fit(s->f->enc->views, s->chosen.at, s->size)) return;
    if ((s->all || set_is_possible(s)) && !s->found(s->arg, s->sigma, s->chosen.at, s->size))
        s->stopped = true;
}

/* Adds as many threads of view v as the set may have: none, one or all that it still wants. */
static void add_threads(struct search_ctx *s, uint32_t v)
{
    const struct pw_keys *keys = &s->f->keys;
    assert(s->chosen.n < s->size);
    if (s->chosen.n && pw_keys_find(keys, s->sigma, pw_vec_last(&s->chosen), v) < 0) return;
    pw_vec_push(&s->chosen, v);
    if (pw_keys_find(keys, s->sigma, v, v) < 0) return;
    while (s->chosen.n < s->size)
        pw_vec_push(&s->chosen, v);
}

/* Multisets, as ascending sequences of places in s->views, most threads of the first one first: so
 * deep as there are views, however large a set is. Pairs that never met end a branch. */
static void choose(struct search_ctx *s, size_t from)
{
    size_t before = s->chosen.n;
    if (before == s->size) {
        try_set(s);
        return;
    }
    for (size_t i = from; i < s->views.n; i++)
        for (add_threads(s, s->views.at[i]); s->chosen.n > before; (void)pw_vec_pop(&s->chosen))
            if (!s->stopped && !s->too_many) choose(s, i + 1);
}

static void list_carriers(struct search_ctx *s)
{
    pw_vec_reset(&s->views);
    for (size_t i = 0; i < s->f->keys.nodes.n; i++) {
        const struct pw_key_node *n = &s->f->keys.nodes.at[i];
        bool carries = false;
        for (size_t k = 0; k < s->d->ncounts; k++)
            carries |= carriers(s->f->enc->views, &s->d->counts[k], &n->view, 1) > 0;
        if (n->sigma == s->sigma && carries) pw_vec_push(&s->views, n->view);
    }
}

/* How many threads a set has at least and, if it is a least one, at most. */
static size_t threads_needed(const struct pw_disjunct *d, size_t *most)
{
    size_t least = 0;
    *most = 0;
    for (size_t i = 0; i < d->ncounts; i++) {
        *most += d->counts[i].least;
        if (d->counts[i].least > least) least = d->counts[i].least;
    }
    return least;
}

/* False: there are too many. */
static bool search(struct search_ctx *s, size_t least)
{
    struct pw_fix *f = s->f;
    const struct pw_program *p = f->enc->views->p;
    for (size_t d = 0; d < p->nunsafe && !s->stopped; d++) {
        s->d = &p->unsafe[d];
        size_t most, needed = threads_needed(s->d, &most);
        for (s->size = needed > least ? needed : least;
             s->size <= most && !s->stopped && !s->too_many; s->size++)
            for (s->sigma = 0; s->sigma < f->enc->views->sigmas.n && !s->stopped; s->sigma++) {
                list_carriers(s);
                if (s->views.n) choose(s, 0);
            }
    }
    pw_vec_clear(&s->views);
    pw_vec_clear(&s->chosen);
    return !s->too_many;
}

bool pw_fix_each_bad(struct pw_fix *f, size_t least, pw_fix_bad_fn *found, void *arg)
{
    struct search_ctx s = {.f = f, .found = found, .arg = arg};
    return search(&s, least);
}

bool pw_fix_each_set(struct pw_fix *f, size_t least, pw_fix_bad_fn *found, void *arg)
{
    struct search_ctx s = {.f = f, .found = found, .arg = arg, .all = true};
    return search(&s, least);
}
