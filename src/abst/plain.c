#include "abst/plain.h"

#include <assert.h>
#include <stdio.h>

#include "abst/skeleton.h"

/* Thread 3 .. N: of each template what it would look like, and whether it is of that template. */
struct other {
    const struct pw_thread_view **as; /* by program template */
    const struct pw_thread_view **to; /* likewise, after the step; NULL: as before */
    pw_term *is;                      /* likewise; all false: idle */
};

struct instance {
    struct pw_projector *r;
    struct pw_world *w;
    struct other *others;
    size_t n_others;
    pw_term_list all;
    bool after; /* other threads are seen after the step */
};

static void require(struct instance *b, pw_term f)
{
    pw_vec_push(&b->all, f);
}

/* The thread is of exactly one template, or of at most one where it may be idle or missing. */
static void choose_template(struct instance *b, struct other *o, const char *who)
{
    struct pw_terms *t = b->w->terms;
    size_t n = b->w->p->ntemplates;
    for (uint32_t k = 0; k < n; k++) {
        struct pw_strbuf name = {0};
        assert(k < b->w->p->ntemplates);
        pw_strbuf_printf(&name, "%s.is.%s", who, b->w->p->templates[k].name);
        o->is[k] = n == 1 && !pw_skeleton_may_lack_third(b->w->a)
                       ? PW_TERM_TRUE
                       : pw_term_bool_var(t, pw_strbuf_text(&name));
        pw_strbuf_clear(&name);
        for (uint32_t j = 0; j < k; j++)
            require(b, pw_term_not(pw_term_and2(t, o->is[j], o->is[k])));
    }
    if (!pw_skeleton_may_lack_third(b->w->a)) require(b, pw_term_or(t, o->is, n));
}

/* entry: they are at their entry locations. */
static void instance_init(struct instance *b, struct pw_projector *r, int64_t threads, bool entry)
{
    *b = (struct instance){.r = r, .w = r->w, .n_others = threads > 2 ? (size_t)threads - 2 : 0};
    size_t n = b->w->p->ntemplates;
    b->others = PW_NEWS(struct other, b->n_others);
    for (size_t u = 0; u < b->n_others; u++) {
        char who[24];
        snprintf(who, sizeof who, "thread%zu", u + 3);
        struct other *o = &b->others[u];
        o->as = PW_NEWS(const struct pw_thread_view *, n);
        o->is = PW_NEWS(pw_term, n);
        choose_template(b, o, who);
        for (uint32_t t = 0; t < n; t++) {
            o->as[t] = pw_world_hidden(b->w, t, who);
            if (entry) o->as[t] = pw_world_at(b->w, o->as[t], b->w->p->templates[t].entry);
        }
    }
}

static void instance_clear(struct instance *b)
{
    for (size_t u = 0; u < b->n_others; u++) {
        PW_FREES(b->others[u].as, b->w->p->ntemplates);
        if (b->others[u].to) PW_FREES(b->others[u].to, b->w->p->ntemplates);
        PW_FREES(b->others[u].is, b->w->p->ntemplates);
    }
    PW_FREES(b->others, b->n_others);
    pw_vec_clear(&b->all);
}

/* Q[i]_a (Eq. 3): for all passive threads of its range. core: the other one of threads 1, 2; NULL
 * if idle. */
static pw_term holds(struct instance *b, const struct pw_pred *q, const pw_term *shared,
                     const struct pw_thread_view *a, const struct pw_thread_view *core)
{
    struct pw_terms *t = b->w->terms;
    struct pw_scene sc = {.shared = shared, .active = a, .passive = core};
    if (q->class != PW_INTER_THREAD) return pw_world_term(b->w, q->expr, &sc);
    pw_term all = PW_TERM_TRUE;
    if (core && pw_skeleton_ranges_over(q, core->template)) all = pw_world_term(b->w, q->expr, &sc);
    for (size_t u = 0; u < b->n_others; u++)
        for (uint32_t k = 0; k < b->w->p->ntemplates; k++) {
            if (!pw_skeleton_ranges_over(q, k)) continue;
            sc.passive = b->after ? b->others[u].to[k] : b->others[u].as[k];
            all = pw_term_and2(
                t, all, pw_term_implies(t, b->others[u].is[k], pw_world_term(b->w, q->expr, &sc)));
        }
    return all;
}

/* D^n (Eq. 6) for one thread or for the shared bits, at one moment. */
static void define_bits(struct instance *b, enum pw_role role, uint32_t template, enum pw_when when,
                        const pw_term *shared, const struct pw_thread_view *a,
                        const struct pw_thread_view *core)
{
    const struct pw_abst_fields *f =
        role == PW_SHARED ? &b->w->a->shared : &b->w->a->local[template];
    for (size_t i = 0; i < f->n_preds; i++) {
        if (f->of_pred[i] == PW_NO_INDEX) continue;
        pw_term bit = pw_world_bit(b->w, role, template, f->of_pred[i], when);
        assert(i < b->w->a->preds.n);
        require(b, pw_term_iff(b->w->terms, bit, holds(b, &b->w->a->preds.at[i], shared, a, core)));
    }
}

static void define_values(struct instance *b, enum pw_role role, uint32_t template,
                          const pw_term *after)
{
    const struct pw_abst_fields *f =
        role == PW_SHARED ? &b->w->a->shared : &b->w->a->local[template];
    for (size_t i = 0; i < f->n_vars; i++)
        if (f->of_var[i] != PW_NO_INDEX)
            require(b, pw_world_equal(b->w,
                                      pw_world_field(b->w, role, template, f->of_var[i], PW_NEXT),
                                      after[i]));
}

static void define_all_bits(struct instance *b, enum pw_when when, const pw_term *shared,
                            const struct pw_thread_view *one, const struct pw_thread_view *two)
{
    define_bits(b, PW_SHARED, 0, when, shared, one, two);
    define_bits(b, PW_ACTIVE, one->template, when, shared, one, two);
    if (two) define_bits(b, PW_PASSIVE, two->template, when, shared, two, one);
}

/* every(E) is asserted against each thread, some(S) against one of them; the look `serving` against
 * thread 2 itself. */
static void require_looks(struct instance *b, const struct pw_edge *e, const struct pw_scene *sc,
                          const struct pw_thread_view *two, const struct pw_look *serving)
{
    struct pw_terms *t = b->w->terms;
    for (size_t i = 0; i < e->nlooks; i++) {
        const struct pw_look *k = &e->looks[i];
        struct pw_scene at = *sc;
        pw_term_list found = {0};
        if (two && (k->passive == PW_ANY || k->passive == (int32_t)two->template)) {
            at.passive = two;
            pw_vec_push(&found, pw_world_term(b->w, k->expr, &at));
        }
        if (k == serving) require(b, found.n ? found.at[0] : PW_TERM_FALSE);
        for (size_t u = 0; u < b->n_others; u++)
            for (uint32_t q = 0; q < b->w->p->ntemplates; q++) {
                if (k->passive != PW_ANY && k->passive != (int32_t)q) continue;
                at.passive = b->others[u].as[q];
                pw_term is = b->others[u].is[q], f = pw_world_term(b->w, k->expr, &at);
                pw_vec_push(&found, k->every ? pw_term_implies(t, is, f) : pw_term_and2(t, is, f));
            }
        require(b, k->every ? pw_term_and(t, found.at, found.n) : pw_term_or(t, found.at, found.n));
        pw_vec_clear(&found);
    }
}

/* Threads 3 .. N after the step. */
static void move_others(struct instance *b, const struct pw_edge *e, const struct pw_scene *sc)
{
    for (size_t u = 0; u < b->n_others; u++) {
        struct other *o = &b->others[u];
        o->to = PW_NEWS(const struct pw_thread_view *, b->w->p->ntemplates);
        for (uint32_t q = 0; q < b->w->p->ntemplates; q++)
            o->to[q] = pw_world_other_after(b->w, e, sc, o->as[q]);
    }
    b->after = true;
}

/* With the field `alone` (abst/abstract.h): thread 2 is idle iff there are no others. */
static void require_alone(struct instance *b, bool idle, bool step)
{
    struct pw_world *w = b->w;
    if (w->a->alone == PW_NO_INDEX) return;
    for (int when = PW_NOW; when <= (step ? PW_NEXT : PW_NOW); when++)
        require(b, pw_term_iff(w->terms, pw_world_bit(w, PW_SHARED, 0, w->a->alone, when),
                               pw_term_bool(idle)));
}

/* The number of threads, of one that is alone: itself and an idle one. */
static int64_t threads_beside(const struct pw_world *w, bool idle, int64_t threads)
{
    return idle && w->a->alone != PW_NO_INDEX ? 2 : threads;
}

/* serving: the number of a `some`, or -1. */
static pw_bdd step_rows(struct pw_projector *r, uint32_t stmt, uint32_t passive, int64_t threads,
                        int64_t serving)
{
    struct instance b;
    struct pw_world *w = r->w;
    assert(stmt < w->a->n_stmts);
    const struct pw_abst_origin o = w->a->stmts[stmt];
    assert(w->p->ntemplates > o.template);
    const struct pw_edge *e = &w->p->templates[o.template].edges[o.index];
    bool idle = passive >= w->p->ntemplates;
    instance_init(&b, r, threads_beside(w, idle, threads), false);
    const struct pw_thread_view *two =
        passive < w->p->ntemplates ? pw_world_passive(w, passive) : NULL;
    struct pw_scene sc = {.shared = pw_world_shared(w),
                          .active = pw_world_active(w, o.template, e->from),
                          .choices = pw_world_choices(w, e)};
    const pw_term *shared_after = pw_world_shared_after(w, e, &sc);
    const struct pw_thread_view *one_after = pw_world_active_after(w, e, &sc);
    require(&b, pw_world_term(w, e->guard, &sc));
    require_looks(&b, e, &sc, two, serving < 0 ? NULL : pw_abst_some(e, (uint32_t)serving));
    require_alone(&b, idle, true);
    const struct pw_thread_view *two_after = two ? pw_world_other_after(w, e, &sc, two) : NULL;
    define_values(&b, PW_SHARED, 0, shared_after);
    define_values(&b, PW_ACTIVE, o.template, one_after->locals);
    if (two) define_values(&b, PW_PASSIVE, passive, two_after->locals);
    define_all_bits(&b, PW_NOW, sc.shared, sc.active, two);
    move_others(&b, e, &sc);
    define_all_bits(&b, PW_NEXT, shared_after, one_after, two_after);
    pw_bdd rows = pw_project_plain(r, b.all.at, b.all.n);
    instance_clear(&b);
    return rows;
}

pw_bdd pw_plain_step(struct pw_projector *r, uint32_t stmt, uint32_t passive, int64_t threads)
{
    return step_rows(r, stmt, passive, threads, -1);
}

pw_bdd pw_plain_some(struct pw_projector *r, uint32_t stmt, uint32_t i, uint32_t passive,
                     int64_t threads)
{
    return step_rows(r, stmt, passive, threads, (int64_t)i);
}

/* ---- initial states ---- */

static void start_thread(struct instance *b, const pw_term *shared, const struct pw_thread_view *v,
                         pw_term when)
{
    struct pw_world *w = b->w;
    assert(w->p->ntemplates > v->template);
    const struct pw_thread_template *T = &w->p->templates[v->template];
    struct pw_scene sc = {.shared = shared, .active = v};
    for (size_t i = 0; i < T->nlocals; i++)
        if (T->locals[i].init)
            require(b, pw_term_implies(w->terms, when,
                                       pw_world_equal(w, v->locals[i],
                                                      pw_world_term(w, T->locals[i].init, &sc))));
    for (size_t i = 0; i < w->p->ninits; i++)
        if (w->p->inits[i].class != PW_INTER_THREAD &&
            pw_skeleton_has_bit(&w->p->inits[i], v->template))
            require(b, pw_term_implies(w->terms, when, pw_world_term(w, w->p->inits[i].expr, &sc)));
}

/* The constraints between two threads, in both directions. */
static void start_pair(struct instance *b, const pw_term *shared, const struct pw_thread_view *x,
                       const struct pw_thread_view *y, pw_term when)
{
    struct pw_world *w = b->w;
    for (size_t i = 0; i < w->p->ninits; i++) {
        const struct pw_pred *q = &w->p->inits[i];
        if (q->class != PW_INTER_THREAD) continue;
        struct pw_scene xy = {.shared = shared, .active = x, .passive = y},
                        yx = {.shared = shared, .active = y, .passive = x};
        if (pw_skeleton_has_bit(q, x->template) && pw_skeleton_ranges_over(q, y->template))
            require(b, pw_term_implies(w->terms, when, pw_world_term(w, q->expr, &xy)));
        if (pw_skeleton_has_bit(q, y->template) && pw_skeleton_ranges_over(q, x->template))
            require(b, pw_term_implies(w->terms, when, pw_world_term(w, q->expr, &yx)));
    }
}

static void start_shared(struct instance *b, const pw_term *shared)
{
    const struct pw_program *p = b->w->p;
    struct pw_scene sc = {.shared = shared};
    for (size_t i = 0; i < p->nshared; i++)
        if (p->shared[i].init)
            require(b,
                    pw_world_equal(b->w, shared[i], pw_world_term(b->w, p->shared[i].init, &sc)));
    for (size_t i = 0; i < p->ninits; i++)
        if (p->inits[i].class == PW_SHARED_PRED)
            require(b, pw_world_term(b->w, p->inits[i].expr, &sc));
}

/* Thread u + 3 and its relations to threads 1, 2 and those before it. */
static void start_other(struct instance *b, const pw_term *shared, size_t u,
                        const struct pw_thread_view *one, const struct pw_thread_view *two)
{
    const struct other *o = &b->others[u];
    for (uint32_t t = 0; t < b->w->p->ntemplates; t++) {
        start_thread(b, shared, o->as[t], o->is[t]);
        start_pair(b, shared, o->as[t], one, o->is[t]);
        if (two) start_pair(b, shared, o->as[t], two, o->is[t]);
        for (size_t v = 0; v < u; v++)
            for (uint32_t k = 0; k < b->w->p->ntemplates; k++)
                start_pair(b, shared, o->as[t], b->others[v].as[k],
                           pw_term_and2(b->w->terms, o->is[t], b->others[v].is[k]));
    }
}

pw_bdd pw_plain_initial(struct pw_projector *r, uint32_t active, uint32_t passive, int64_t threads)
{
    struct instance b;
    struct pw_world *w = r->w;
    const struct pw_program *p = w->p;
    bool idle = passive >= p->ntemplates;
    instance_init(&b, r, threads_beside(w, idle, threads), true);
    require_alone(&b, idle, false);
    const pw_term *shared = pw_world_shared(w);
    assert(active < p->ntemplates);
    const struct pw_thread_view *one = pw_world_active(w, active, p->templates[active].entry);
    const struct pw_thread_view *two =
        passive < p->ntemplates ? pw_world_passive_at(w, passive, p->templates[passive].entry)
                                : NULL;
    start_shared(&b, shared);
    start_thread(&b, shared, one, PW_TERM_TRUE);
    if (two) start_thread(&b, shared, two, PW_TERM_TRUE);
    if (two) start_pair(&b, shared, one, two, PW_TERM_TRUE);
    for (size_t u = 0; u < b.n_others; u++)
        start_other(&b, shared, u, one, two);
    define_all_bits(&b, PW_NOW, shared, one, two);
    pw_bdd rows = pw_project_plain(r, b.all.at, b.all.n);
    instance_clear(&b);
    return rows;
}
