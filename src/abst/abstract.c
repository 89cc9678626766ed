#include "abst/abstract.h"

#include <assert.h>
#include <string.h>

#include "abst/plain.h"
#include "abst/project.h"
#include "abst/witness.h"
#include "base/debug.h"
#include "base/progress.h"

/* ---- predicates that say nothing ---- */

/* Terms for a predicate's own variables, whatever threads they belong to. */
static pw_term free_instance(struct pw_world *w, const struct pw_pred *q, uint32_t active,
                             uint32_t passive)
{
    struct pw_scene sc = {.shared = pw_world_shared(w),
                          .active = pw_world_witness(w, active, 0),
                          .passive = pw_world_witness(w, passive, 1)};
    return pw_world_term(w, q->expr, &sc);
}

static bool possible(struct pw_projector *r, pw_term f)
{
    return !pw_bdd_is_false(pw_project_rows(r, &f, 1));
}

/* Can the predicate be true, can it be false, for some templates of its threads? */
static void look_at(struct pw_projector *r, const struct pw_pred *q, bool *can_hold, bool *can_fail)
{
    uint32_t n = (uint32_t)r->w->p->ntemplates;
    for (uint32_t a = 0; a < n; a++)
        for (uint32_t p = 0; p < n; p++) {
            if (q->active != PW_ANY && q->active != (int32_t)a) continue;
            if (q->passive != PW_ANY && q->passive != (int32_t)p) continue;
            pw_term f = free_instance(r->w, q, a, p);
            *can_hold = *can_hold || possible(r, f);
            *can_fail = *can_fail || possible(r, pw_term_not(f));
        }
}

static void warn_constant_predicates(struct pw_projector *r, const struct pw_source *src,
                                     struct pw_diags *diags)
{
    for (size_t i = 0; i < r->w->a->preds.n; i++) {
        const struct pw_pred *q = &r->w->a->preds.at[i];
        bool can_hold = false, can_fail = false;
        look_at(r, q, &can_hold, &can_fail);
        if (can_hold && can_fail) continue;
        pw_diag_add(diags, PW_WARNING, src, q->pos.offset, q->pos.offset + strlen(q->name),
                    "it tells no two states apart and can be removed",
                    "predicate '%s' is always %s", q->name, can_hold ? "true" : "false");
    }
}

/* ---- relations ---- */

static bool relates_threads(const struct pw_program *p)
{
    for (size_t i = 0; i < p->ninits; i++)
        if (p->inits[i].class == PW_INTER_THREAD) return true;
    return false;
}

static pw_bdd step_rows(struct pw_projector *r, uint32_t s, uint32_t q, int64_t threads)
{
    return threads ? pw_plain_step(r, s, q, threads) : pw_witness_step(r, s, q);
}

static pw_bdd initial_rows(struct pw_projector *r, uint32_t a, uint32_t q, int64_t threads)
{
    if (threads) return pw_plain_initial(r, a, q, threads);
    if (relates_threads(r->w->p))
        return pw_plain_initial(r, a, q, pw_abst_bound(r->w->a->preds) / 2 + 1);
    return pw_witness_initial(r, a, q);
}

static pw_bdd some_rows(struct pw_projector *r, uint32_t s, uint32_t i, uint32_t q, int64_t threads)
{
    return threads ? pw_plain_some(r, s, i, q, threads) : pw_witness_some(r, s, i, q);
}

static void fill_step(struct pw_projector *r, uint32_t s, uint32_t q, int64_t threads)
{
    struct pw_dual *t = r->w->t;
    pw_dual_or_step(t, s, q, step_rows(r, s, q, threads));
    for (uint32_t i = 0; i < t->stmts.at[s].somes; i++) {
        bool within = pw_dual_or_some(t, s, i, q, some_rows(r, s, i, q, threads));
        assert(within);
        (void)within;
    }
}

static void fill_relations(struct pw_projector *r, int64_t threads)
{
    struct pw_dual *t = r->w->t;
    for (uint32_t s = 0; s < t->stmts.n; s++)
        for (uint32_t q = 0; q < t->templates.n; q++) {
            fill_step(r, s, q, threads);
            pw_progress_count("relations", ++r->w->stats->relations);
        }
    for (uint32_t a = 0; a < r->w->p->ntemplates; a++)
        for (uint32_t q = 0; q < t->templates.n; q++) {
            pw_dual_or_init(t, a, q, initial_rows(r, a, q, threads));
            pw_progress_count("relations", ++r->w->stats->relations);
        }
    r->w->stats->nodes = pw_bdds_nodes(t->bdds);
}

static void count(const struct pw_abstraction *a, struct pw_abst_stats *s)
{
    *s = (struct pw_abst_stats){0};
    s->predicates = a->preds.n;
    s->bound = (uint64_t)a->template->bound;
    s->inter_thread = (uint64_t)(pw_abst_bound(a->preds) - 2) / 4;
    s->locations = a->n_locs;
    s->statements = a->n_stmts;
}

static void state_axioms(struct pw_dual *t, const struct pw_axioms *x)
{
    for (size_t i = 0; i < pw_axioms_n(x); i++) {
        struct pw_strbuf b = {0};
        pw_axioms_print(x, i, &b);
        pw_dual_add_axiom(t, pw_strbuf_text(&b));
        pw_strbuf_clear(&b);
    }
}

struct pw_abstraction *pw_abstract_template(const struct pw_program *p, const struct pw_source *src,
                                            const struct pw_abst_options *o,
                                            struct pw_abst_stats *stats, struct pw_diags *diags)
{
    struct pw_abst_stats own;
    struct pw_world w;
    struct pw_projector r;
    int64_t threads = o ? o->threads : 0;
    struct pw_abstraction *a =
        pw_abstract_skeleton(p, o && o->preds ? *o->preds : p->preds, src, diags);
    if (!a) return NULL;
    if (threads) a->template->bound = threads;
    if (o && o->axioms) state_axioms(a->template, o->axioms);
    if (!stats) stats = &own;
    count(a, stats);
    pw_world_init(&w, p, a, o ? o->axioms : NULL, stats);
    assert(!w.axioms || (!threads && w.axioms->p == p));
    pw_project_init(&r, &w, o ? o->way : PW_ABST_TURNS);
    warn_constant_predicates(&r, src, diags);
    fill_relations(&r, threads);
    pw_project_clear(&r);
    pw_world_clear(&w);
    PW_BORDER(pw_dual_check(a->template));
    return a;
}
