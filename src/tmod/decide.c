#include "tmod/decide.h"

#include <assert.h>

#include "base/limits.h"
#include "tmod/expose.h"

const char *pw_tmod_method_name(enum pw_tmod_method m)
{
    static const char *const names[] = {
        "auto",      "Flanagan-Qadeer",    "last writer",
        "quadratic", "relaxed layers",     "relaxed layers of the last writer",
        "frontier",  "exposed predicates", "local views"};
    assert((size_t)m < sizeof names / sizeof *names);
    return names[m];
}

/* --- one fixpoint --- */

static void proof_clear(struct pw_tmod_proof *q)
{
    if (!q->there) return;
    pw_tmod_layers_clear(&q->layers);
    pw_tmod_table_clear(&q->table);
    pw_tmod_world_clear(&q->world);
    pw_vec_clear(&q->exposed);
    q->there = false;
}

static void proof_start(struct pw_tmod_result *r, struct pw_space *s, const uint64_t *counts,
                        enum pw_tmod_ghost ghost, const pw_tmod_exposures *exposed)
{
    struct pw_tmod_proof *q = &r->proof;
    proof_clear(q);
    *q = (struct pw_tmod_proof){.there = true};
    for (size_t i = 0; exposed && i < exposed->n; i++)
        pw_vec_push(&q->exposed, exposed->at[i]);
    pw_tmod_world_init(&q->world, s, counts, ghost, &q->exposed);
    pw_tmod_table_init(&q->table, &q->world);
}

static void count_proof(struct pw_tmod_result *r)
{
    const struct pw_tmod_proof *q = &r->proof;
    r->stats.contexts = q->table.contexts.n;
    r->stats.pairs = q->table.pairs;
    r->stats.exposed = q->exposed.n;
    r->stats.layers = q->layers.at.n;
    for (size_t i = 0; i < q->layers.at.n; i++) {
        r->stats.contexts += q->layers.at.at[i]->contexts.n;
        r->stats.pairs += q->layers.at.at[i]->pairs;
    }
}

/* Does the plain fixpoint with this ghost prove the program? */
static bool try_fix(struct pw_tmod_result *r, struct pw_space *s, const uint64_t *counts,
                    enum pw_tmod_ghost ghost, const pw_tmod_exposures *exposed)
{
    proof_start(r, s, counts, ghost, exposed);
    r->initial = pw_tmod_fix(&r->proof.table);
    if (r->initial == PW_INITIAL_TOO_MANY) return false;
    r->bad_context = pw_tmod_bad_first(&r->proof.table, &r->filling);
    count_proof(r);
    return r->bad_context == PW_TMOD_NOWHERE;
}

static bool try_layers(struct pw_tmod_result *r, struct pw_space *s, const uint64_t *counts,
                       enum pw_tmod_ghost ghost, bool relaxed, size_t most)
{
    proof_start(r, s, counts, ghost, NULL);
    struct pw_tmod_layers *x = &r->proof.layers;
    pw_tmod_layers_run(x, &r->proof.world, relaxed, most, false);
    r->initial = x->initial;
    r->bad_context = x->bad_context;
    pw_vec_reset(&r->filling.tokens);
    r->filling.property = x->filling.property;
    for (size_t i = 0; i < x->filling.tokens.n; i++)
        pw_vec_push(&r->filling.tokens, x->filling.tokens.at[i]);
    count_proof(r);
    return x->ended && !x->bad && x->initial != PW_INITIAL_TOO_MANY;
}

/* --- level 3 --- */

static bool expose_filling(pw_tmod_exposures *e, const struct pw_tmod_result *r)
{
    bool any = false;
    for (size_t i = 0; i < r->filling.tokens.n; i++) {
        struct pw_tmod_filled f = r->filling.tokens.at[i];
        assert(f.class < r->proof.world.classes.n);
        uint32_t t = r->proof.world.classes.at[f.class].template;
        any |= pw_tmod_expose_local(e, r->proof.world.space, t, f.local);
    }
    return any;
}

/* Every value of every local state met so far that is not exposed: the last resort, after which the
 * contexts that follow are whole states. */
static bool expose_everything(pw_tmod_exposures *e, const struct pw_space *s)
{
    bool any = false;
    for (uint32_t t = 0; t < s->p->ntemplates; t++)
        for (uint32_t l = 0; l < pw_space_n_locals(s, t); l++)
            while (pw_tmod_expose_local(e, s, t, l))
                any = true;
    return any;
}

/* One round: the program is decided (true), or *e has grown, or nothing is left to expose (*stuck).
 */
static bool refine_round(struct pw_tmod_result *r, struct pw_space *s, const uint64_t *counts,
                         pw_tmod_exposures *e, bool *stuck)
{
    uint32_t class = 0, local = 0;
    r->stats.rounds++;
    if (try_fix(r, s, counts, PW_GHOST_NONE, e)) {
        r->answer = PW_TMOD_SAFE;
        return true;
    }
    if (r->initial == PW_INITIAL_TOO_MANY) return *stuck = true;
    bool grown = false;
    switch (pw_tmod_follow_path(&r->proof.table, r->bad_context, &r->run, &class, &local)) {
    case PW_FOLLOW_RUN:
        r->answer = PW_TMOD_UNSAFE;
        return true;
    case PW_FOLLOW_BREAKS:
        grown = pw_tmod_expose_local(e, s, r->proof.world.classes.at[class].template, local);
        break;
    case PW_FOLLOW_NOT_BAD:
    case PW_FOLLOW_TOO_MANY:
        grown = expose_filling(e, r);
        break;
    }
    if (!grown) grown = expose_everything(e, s);
    *stuck = !grown;
    return *stuck;
}

static void refine(struct pw_tmod_result *r, struct pw_space *s, const uint64_t *counts,
                   const pw_tmod_exposures *start)
{
    pw_tmod_exposures e = {0};
    bool stuck = false;
    for (size_t i = 0; start && i < start->n; i++)
        pw_vec_push(&e, start->at[i]);
    while (!refine_round(r, s, counts, &e, &stuck))
        pw_limits_poll();
    pw_vec_clear(&e);
}

/* TMMCIR decides; what it exposed must prove the program in our fixpoint as well, whose guarantees
 * are stronger, before it counts. Where TMMCIR passes because nothing is left to refine, our own
 * refinement goes on from there. */
static void refine_essential(struct pw_tmod_result *r, struct pw_space *s, const uint64_t *counts,
                             enum pw_tmod_refine how)
{
    struct pw_space *all = pw_space_new(s->p); /* of every local state, reachable or not */
    struct pw_essential_result e;
    pw_essential_decide(all, counts,
                        how == PW_REFINE_ESSENTIAL ? PW_ESSENTIAL_FIRST : PW_ESSENTIAL_ALL, &e);
    r->too_many = e.answer == PW_ESSENTIAL_TOO_MANY;
    if (e.answer == PW_ESSENTIAL_FAILURE) {
        pw_finite_run_renumber(&e.run, all, s);
        r->run = e.run;
        e.run = (struct pw_finite_run){0};
        r->answer = PW_TMOD_UNSAFE;
    } else if (!r->too_many) {
        refine(r, s, counts, &e.exposed);
        assert(e.answer != PW_ESSENTIAL_PASS || r->answer == PW_TMOD_SAFE);
    }
    r->stats.rounds = e.refinements;
    r->stats.essential = e.predicates;
    pw_essential_result_clear(&e);
    pw_space_free(all);
}

/* --- views --- */

static bool try_views(struct pw_tmod_result *r, struct pw_space *s, const uint64_t *counts,
                      const pw_tmod_exposures *start, uint64_t most)
{
    struct pw_local_views *v = &r->views;
    proof_clear(&r->proof);
    if (!pw_view_fits(s->p, counts)) return false;
    pw_view_open(v, s, counts);
    v->most = most;
    r->viewed = true;
    bool proved = pw_view_prove(v, start, &r->stats.rounds);
    r->stats.contexts = v->n;
    r->stats.pairs = v->work;
    r->stats.exposed = v->exposed.n;
    if (proved) return true;
    pw_view_close(v);
    r->viewed = false;
    return false;
}

/* --- the levels --- */

static bool try_method(enum pw_tmod_method m, struct pw_tmod_result *r, struct pw_space *s,
                       const uint64_t *counts, const struct pw_tmod_options *o)
{
    r->method = m;
    switch (m) {
    case PW_METHOD_FQ:
        return try_fix(r, s, counts, PW_GHOST_NONE, o->expose);
    case PW_METHOD_LAST:
        return try_fix(r, s, counts, PW_GHOST_WRITER, o->expose);
    case PW_METHOD_QUADRATIC:
        return try_fix(r, s, counts, PW_GHOST_MOVER, o->expose);
    case PW_METHOD_RELAXED:
        return try_layers(r, s, counts, PW_GHOST_NONE, true, 0);
    case PW_METHOD_RELAXED_LAST:
        return try_layers(r, s, counts, PW_GHOST_WRITER, true, 0);
    case PW_METHOD_FRONTIER:
        return try_layers(r, s, counts, PW_GHOST_NONE, false, o->most_layers);
    case PW_METHOD_REFINE:
        if (o->refine != PW_REFINE_EXPOSE)
            refine_essential(r, s, counts, o->refine);
        else
            refine(r, s, counts, o->expose);
        return r->answer == PW_TMOD_SAFE;
    case PW_METHOD_VIEWS:
        return try_views(r, s, counts, o->expose, 0);
    case PW_METHOD_AUTO:
        break;
    }
    assert(!"not a method");
    return false;
}

void pw_tmod_decide(struct pw_space *s, const uint64_t *counts, const struct pw_tmod_options *o,
                    struct pw_tmod_result *r)
{
    static const enum pw_tmod_method levels[] = {PW_METHOD_FQ, PW_METHOD_LAST, PW_METHOD_RELAXED,
                                                 PW_METHOD_RELAXED_LAST, PW_METHOD_REFINE};
    *r = (struct pw_tmod_result){.answer = PW_TMOD_UNKNOWN, .bad_context = PW_TMOD_NOWHERE};
    enum pw_tmod_method fixed = o->method;
    if (fixed == PW_METHOD_AUTO && o->refine != PW_REFINE_EXPOSE) fixed = PW_METHOD_REFINE;
    if (fixed != PW_METHOD_AUTO) {
        if (try_method(fixed, r, s, counts, o)) r->answer = PW_TMOD_SAFE;
        return;
    }
    size_t n = sizeof levels / sizeof *levels;
    r->method = PW_METHOD_VIEWS;
    if (pw_view_pays(s->p, counts) &&
        try_views(r, s, counts, o->expose, pw_view_worth(s->p, counts))) {
        r->answer = PW_TMOD_SAFE;
        return;
    }
    r->stats = (struct pw_tmod_stats){0};
    for (size_t i = o->expose && o->expose->n ? n - 1 : 0; i < n; i++) {
        if (try_method(levels[i], r, s, counts, o)) r->answer = PW_TMOD_SAFE;
        if (r->answer != PW_TMOD_UNKNOWN || r->initial == PW_INITIAL_TOO_MANY) return;
    }
}

void pw_tmod_result_clear(struct pw_tmod_result *r)
{
    proof_clear(&r->proof);
    if (r->viewed) pw_view_close(&r->views);
    r->viewed = false;
    pw_tmod_filling_clear(&r->filling);
    pw_finite_run_clear(&r->run);
}

void pw_tmod_start_unmarked(struct pw_tmod_result *r)
{
    struct pw_tmod_proof *q = &r->proof;
    struct pw_tmod_stats stats = r->stats;
    if (!q->there || q->world.ghost != PW_GHOST_MOVER) return;
    assert(r->answer == PW_TMOD_SAFE);
    pw_tmod_exposures exposed = q->exposed;
    struct pw_space *s = q->world.space;
    const uint64_t *counts = q->world.counts;
    q->exposed = (pw_tmod_exposures){0};
    proof_start(r, s, counts, PW_GHOST_MOVER, &exposed);
    q->world.nobody_yet = true;
    r->initial = pw_tmod_fix(&q->table);
    assert(pw_tmod_bad_first(&q->table, &r->filling) == PW_TMOD_NOWHERE);
    r->stats = stats;
    pw_vec_clear(&exposed);
}

/* --- lifting --- */

/* The class of the initial local states of t, if there are some in every initial shared state and
 * all are of one class. */
static bool start_class(struct pw_tmod_world *w, uint32_t t, uint32_t *class)
{
    pw_space_numbers shared = {0}, locals = {0};
    bool any = false, one = true;
    pw_space_initial_shared(w->space, &shared);
    for (size_t i = 0; i < shared.n; i++) {
        pw_space_initial_locals(w->space, t, shared.at[i], &locals);
        one = one && locals.n; /* else, from here, there are runs without such threads only */
        for (size_t k = 0; k < locals.n; k++) {
            uint32_t c = pw_tmod_class_of(w, t, locals.at[k], false);
            one = one && (!any || c == *class);
            *class = c;
            any = true;
        }
    }
    pw_vec_clear(&shared);
    pw_vec_clear(&locals);
    return any && one;
}

static uint64_t least_in_table(const struct pw_tmod_table *t, uint32_t class, uint64_t least)
{
    for (size_t k = 0; k < t->contexts.n; k++) {
        uint32_t n;
        const struct pw_tmod_token *at = pw_tmod_bag_tokens(t->w, t->contexts.at[k].bag, &n);
        uint64_t here = 0;
        for (uint32_t i = 0; i < n; i++)
            if (at[i].class == class) here = at[i].count;
        if (here < least) least = here;
    }
    return least;
}

uint64_t pw_tmod_remaining(struct pw_tmod_proof *q, uint32_t t)
{
    uint32_t class = 0;
    if (!q->there || !start_class(&q->world, t, &class)) return 0;
    uint64_t least = least_in_table(&q->table, class, UINT64_MAX);
    for (size_t i = 0; i < q->layers.at.n; i++)
        least = least_in_table(q->layers.at.at[i], class, least);
    return least == UINT64_MAX ? 0 : least;
}
