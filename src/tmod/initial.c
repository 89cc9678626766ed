#include "tmod/initial.h"

#include <assert.h>

#include "base/limits.h"

/* Initial local states of every template in one shared state. */
struct starts {
    struct pw_space *s;
    const uint64_t *counts;
    uint32_t shared;
    pw_space_numbers *of; /* by template */
};

static void starts_init(struct starts *x, struct pw_space *s, const uint64_t *counts)
{
    *x = (struct starts){.s = s, .counts = counts};
    x->of = pw_mem_zalloc(s->p->ntemplates, sizeof *x->of);
}

static void starts_clear(struct starts *x)
{
    for (size_t t = 0; t < x->s->p->ntemplates; t++)
        pw_vec_clear(&x->of[t]);
    pw_mem_free(x->of, x->s->p->ntemplates * sizeof *x->of);
}

/* False if some thread has no initial local state: then `shared` is no initial shared state. */
static bool starts_in(struct starts *x, uint32_t shared)
{
    x->shared = shared;
    for (uint32_t t = 0; t < x->s->p->ntemplates; t++) {
        pw_vec_reset(&x->of[t]);
        if (!x->counts[t]) continue;
        pw_space_initial_locals(x->s, t, shared, &x->of[t]);
        if (!x->of[t].n) return false;
    }
    return true;
}

/* --- concrete states --- */

struct deal_ctx {
    struct starts *starts;
    PW_VEC(struct pw_finite_thread) threads;
    pw_tmod_initial_fn *found;
    void *arg;
    bool stopped;
};

static bool fits(const struct deal_ctx *d, struct pw_finite_thread b)
{
    struct pw_space *s = d->starts->s;
    if (!s->pair_init) return true;
    for (size_t i = 0; i < d->threads.n; i++) {
        struct pw_finite_thread a = d->threads.at[i];
        uint32_t g = d->starts->shared;
        if (!pw_space_initial_pair(s, g, a.template, a.local, b.template, b.local)) return false;
        if (!pw_space_initial_pair(s, g, b.template, b.local, a.template, a.local)) return false;
    }
    return true;
}

/* Deals out the threads from number k of template t on; threads of one template in ascending order
 * of their start. Depth: the number of threads. */
static void deal(struct deal_ctx *d, uint32_t t, uint64_t k, size_t from)
{
    const struct starts *x = d->starts;
    pw_limits_poll();
    while (t < x->s->p->ntemplates && k == x->counts[t])
        t++, k = 0, from = 0;
    if (t == x->s->p->ntemplates) {
        d->stopped |= !d->found(d->arg, x->shared, d->threads.at, d->threads.n);
        return;
    }
    for (size_t i = from; i < x->of[t].n && !d->stopped; i++) {
        struct pw_finite_thread thread = {t, x->of[t].at[i], false};
        if (!fits(d, thread)) continue;
        pw_vec_push(&d->threads, thread);
        deal(d, t, k + 1, i);
        d->threads.n--;
    }
}

bool pw_tmod_initial_states(struct pw_space *s, const uint64_t *counts, pw_tmod_initial_fn *found,
                            void *arg)
{
    struct starts x;
    struct deal_ctx d = {.starts = &x, .found = found, .arg = arg};
    pw_space_numbers shared = {0};
    starts_init(&x, s, counts);
    pw_space_initial_shared(s, &shared);
    for (size_t i = 0; i < shared.n && !d.stopped; i++)
        if (starts_in(&x, shared.at[i])) deal(&d, 0, 0, 0);
    starts_clear(&x);
    pw_vec_clear(&shared);
    pw_vec_clear(&d.threads);
    return !d.stopped;
}

/* --- contexts, where threads start independently of each other --- */

struct spread_ctx {
    struct pw_tmod_table *t;
    struct starts *starts;
    PW_VEC(struct pw_tmod_token) tokens; /* chosen so far */
    bool too_many;
};

static void add_context(struct spread_ctx *x)
{
    struct pw_tmod_world *w = x->t->w;
    bool new;
    uint32_t bag = pw_tmod_bag_of(w, x->tokens.at, x->tokens.n);
    uint32_t k = pw_tmod_table_context(x->t, x->starts->shared, bag, &new);
    if (x->t->contexts.n > PW_TMOD_MOST_INITIAL) x->too_many = true;
    for (uint32_t t = 0; t < w->space->p->ntemplates; t++)
        for (size_t i = 0; i < x->starts->of[t].n; i++) {
            uint32_t local = x->starts->of[t].at[i], c = pw_tmod_class_of(w, t, local, false), n;
            const struct pw_tmod_token *at = pw_tmod_bag_tokens(w, bag, &n);
            for (uint32_t q = 0; q < n; q++)
                if (at[q].class == c)
                    pw_tmod_table_add(x->t, x->t->contexts.at[k].first_row + q, local);
        }
}

/* The classes of the starts of template t, each once. */
static void start_classes(struct spread_ctx *x, uint32_t t, pw_space_numbers *out)
{
    pw_vec_reset(out);
    for (size_t i = 0; i < x->starts->of[t].n; i++) {
        uint32_t c = pw_tmod_class_of(x->t->w, t, x->starts->of[t].at[i], false);
        bool known = false;
        for (size_t k = 0; k < out->n; k++)
            known |= out->at[k] == c;
        if (!known) pw_vec_push(out, c);
    }
}

static void spread_template(struct spread_ctx *x, uint32_t t);

/* Gives `left` threads of template t to its classes from number i on, in every way. */
static void spread_classes(struct spread_ctx *x, uint32_t t, const pw_space_numbers *classes,
                           size_t i, uint64_t left)
{
    if (x->too_many) return;
    if (i + 1 == classes->n) {
        assert(i < classes->n);
        struct pw_tmod_token token = {classes->at[i], (uint32_t)left};
        pw_vec_push(&x->tokens, token);
        spread_template(x, t + 1);
        x->tokens.n--;
        return;
    }
    for (uint64_t k = 0; k <= left && !x->too_many; k++) {
        struct pw_tmod_token token = {classes->at[i], (uint32_t)k};
        pw_vec_push(&x->tokens, token);
        spread_classes(x, t, classes, i + 1, left - k);
        x->tokens.n--;
    }
}

static void spread_template(struct spread_ctx *x, uint32_t t)
{
    pw_space_numbers classes = {0};
    pw_limits_poll();
    while (t < x->t->w->space->p->ntemplates && !x->t->w->counts[t])
        t++;
    if (t == x->t->w->space->p->ntemplates) {
        add_context(x);
        return;
    }
    start_classes(x, t, &classes);
    spread_classes(x, t, &classes, 0, x->t->w->counts[t]);
    pw_vec_clear(&classes);
}

static bool spread(struct pw_tmod_table *t)
{
    struct pw_tmod_world *w = t->w;
    struct starts starts;
    struct spread_ctx x = {.t = t, .starts = &starts};
    pw_space_numbers shared = {0};
    starts_init(&starts, w->space, w->counts);
    pw_space_initial_shared(w->space, &shared);
    for (size_t i = 0; i < shared.n && !x.too_many; i++)
        if (starts_in(&starts, shared.at[i])) spread_template(&x, 0);
    starts_clear(&starts);
    pw_vec_clear(&shared);
    pw_vec_clear(&x.tokens);
    return !x.too_many;
}

/* --- contexts, where `init` relates threads: by enumeration, while that is cheap --- */

struct count_ctx {
    struct pw_tmod_table *t;
    PW_VEC(struct pw_tmod_token) tokens;
    uint64_t left;
};

static bool add_state(void *arg, uint32_t shared, const struct pw_finite_thread *threads, size_t n)
{
    struct count_ctx *x = arg;
    struct pw_tmod_world *w = x->t->w;
    bool new;
    if (!x->left--) return false;
    pw_vec_reset(&x->tokens);
    for (size_t i = 0; i < n; i++) {
        struct pw_tmod_token token = {
            pw_tmod_class_of(w, threads[i].template, threads[i].local, false), 1};
        pw_vec_push(&x->tokens, token);
    }
    uint32_t k = pw_tmod_table_context(x->t, shared, pw_tmod_bag_of(w, x->tokens.at, n), &new);
    for (size_t i = 0; i < n; i++)
        pw_tmod_table_add(x->t, pw_tmod_table_row(x->t, k, x->tokens.at[i].class),
                          threads[i].local);
    return true;
}

static enum pw_tmod_initial unmarked_contexts(struct pw_tmod_table *t)
{
    if (t->w->space->pair_init) {
        struct count_ctx x = {.t = t, .left = PW_TMOD_MOST_INITIAL};
        bool all = pw_tmod_initial_states(t->w->space, t->w->counts, add_state, &x);
        pw_vec_clear(&x.tokens);
        if (all) return PW_INITIAL_EXACT;
    }
    if (!spread(t)) return PW_INITIAL_TOO_MANY;
    return t->w->space->pair_init ? PW_INITIAL_RELAXED : PW_INITIAL_EXACT;
}

/* The context with one thread of the class at `position` marked as the last one. */
static void add_marked(struct pw_tmod_table *t, const struct pw_tmod_table *from, uint32_t k,
                       uint32_t position)
{
    struct pw_tmod_world *w = t->w;
    assert(k < from->contexts.n);
    uint32_t n, bag = from->contexts.at[k].bag;
    uint32_t class = pw_tmod_bag_tokens(w, bag, &n)[position].class;
    uint32_t marked = pw_tmod_class_with(w, class, true);
    bool new;
    uint32_t made = pw_tmod_table_context(t, from->contexts.at[k].shared,
                                          pw_tmod_bag_move(w, bag, class, marked, false), &new);
    for (uint32_t q = 0; q < n; q++) {
        const struct pw_tmod_row r = pw_tmod_table_at(from, from->contexts.at[k].first_row + q);
        struct pw_tmod_token token = pw_tmod_bag_tokens(w, bag, &n)[q];
        for (struct pw_tmod_cursor m = pw_tmod_row_start(&r); pw_tmod_row_next(&r, &m);) {
            if (q == position) pw_tmod_table_add(t, pw_tmod_table_row(t, made, marked), m.local);
            if (q != position || token.count > 1)
                pw_tmod_table_add(t, pw_tmod_table_row(t, made, token.class), m.local);
        }
    }
}

/* Rule QINIT of the quadratic method: the initial states are there for every last mover. */
static enum pw_tmod_initial marked_contexts(struct pw_tmod_table *t)
{
    struct pw_tmod_table plain;
    pw_tmod_table_init(&plain, t->w);
    enum pw_tmod_initial how = unmarked_contexts(&plain);
    for (uint32_t k = 0; how != PW_INITIAL_TOO_MANY && k < plain.contexts.n; k++) {
        uint32_t n = t->w->bags.at[plain.contexts.at[k].bag].n;
        for (uint32_t i = 0; i < n; i++)
            add_marked(t, &plain, k, i);
    }
    pw_tmod_table_clear(&plain);
    return how;
}

enum pw_tmod_initial pw_tmod_initial_contexts(struct pw_tmod_table *t)
{
    return t->w->ghost == PW_GHOST_MOVER && !t->w->nobody_yet ? marked_contexts(t)
                                                              : unmarked_contexts(t);
}
