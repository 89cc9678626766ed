#include "cover/search.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/order.h"
#include "cover/backward.h"
#include "cover/directed.h"
#include "cover/forward.h"
#include "cover/fuse.h"
#include "cover/init.h"
#include "cover/merge.h"
#include "cover/net.h"
#include "cover/plenty.h"

void pw_cover_options_init(struct pw_cover_options *o)
{
    memset(o, 0, sizeof *o);
    o->prune = o->slice = o->together = o->invariants = o->inequation = o->merge = o->fuse =
        o->plenty = o->forward = o->directed = o->ideals = o->backward = true;
    o->order = PW_ORDER_SMALL;
}

/* What prune, certify and exhaust imply. */
static struct pw_cover_options effective(const struct pw_cover_options *given)
{
    struct pw_cover_options o = *given;
    if (!o.prune)
        o.slice = o.together = o.invariants = o.inequation = o.merge = o.fuse = o.plenty =
            o.forward = o.directed = o.ideals = false,
        o.backward = true;
    if (o.certify || o.basis || o.exhaust) o.merge = false;
    if (o.basis || o.exhaust) o.ideals = false, o.backward = true;
    if (o.exhaust) o.forward = o.directed = o.together = o.fuse = o.plenty = false;
    return o;
}

struct run {
    const struct pw_system *sys;
    struct pw_cover_options o;
    struct pw_cover_result *r;
    struct pw_cover_stats *stats;
    struct pw_slice slice;
    struct pw_linears *linears;
    struct pw_together *together;
    struct pw_backward backward;
    struct pw_forward forward;
    struct pw_directed *directed; /* NULL: not yet, or no more */
    bool want_basis;              /* a basis is wanted, but ideals will do if it takes too long */
    uint64_t asked_with;          /* budget with which the targets were last asked about anew */
    bool looked;                  /* `together` has been asked for */
    bool closed;                  /* the forward search has closed without an answer being given */
    const struct pw_fuse_start *suggested; /* or NULL: where the backward search begins */
};

/* ---- results ---- */

static int compare_configs(const void *a, const void *b)
{
    const struct pw_config *x = a, *y = b;
    if (x->global != y->global) return PW_ORDER(x->global, y->global);
    for (size_t i = 0; i < x->toks.n && i < y->toks.n; i++) {
        const struct pw_tok *s = &x->toks.at[i], *t = &y->toks.at[i];
        int order = PW_ORDER(s->local, t->local) ?: PW_ORDER(s->count, t->count);
        if (order) return order;
    }
    return PW_ORDER(x->toks.n, y->toks.n);
}

static void export_basis(struct run *x)
{
    struct pw_upset *set = &x->backward.set;
    for (uint32_t i = 0; i < set->elements.n; i++) {
        if (!set->elements.at[i].live) continue;
        struct pw_config c = {.global = set->elements.at[i].global};
        pw_upset_get(set, i, &c.toks);
        pw_vec_push(&x->r->basis, c);
    }
    if (x->r->basis.n > 1)
        qsort(x->r->basis.at, x->r->basis.n, sizeof *x->r->basis.at, compare_configs);
}

static void export_slice(struct run *x)
{
    struct pw_cover_invariant *j = &x->r->invariant;
    j->sliced = x->slice.occupied != NULL;
    for (uint32_t g = 0; j->sliced && g < x->sys->globals; g++) {
        if (!x->slice.occupied[g]) continue;
        pw_vec_push(&j->reached, g);
        size_t n = x->sys->locals;
        for (size_t l = pw_bits_next(x->slice.occupied[g], n, 0); l < n;
             l = pw_bits_next(x->slice.occupied[g], n, l + 1)) {
            struct pw_pair p = {g, (uint32_t)l};
            pw_vec_push(&j->occupied, p);
        }
    }
}

static void conclude_uncovered(struct run *x)
{
    assert(x->r->verdict != PW_COVERED);
    pw_backward_finish(&x->backward);
    x->r->verdict = PW_UNCOVERED;
    x->r->proof = PW_PROOF_BASIS;
    export_basis(x);
    export_slice(x);
    if (x->linears) pw_linears_export(x->linears, &x->r->invariant);
}

/* A plan becomes a verdict only if it runs and the simulator agrees. */
static bool conclude_covered(struct run *x, struct pw_plan *plan)
{
    size_t step;
    const char *why;
    assert(x->r->verdict != PW_UNCOVERED);
    bool ok = pw_plan_run(plan, x->sys, &x->r->trace);
    if (ok && !pw_trace_check(x->sys, &x->r->trace, &step, &why)) {
        pw_trace_clear(&x->r->trace);
        ok = false;
    }
    if (ok) x->r->verdict = PW_COVERED;
    return ok;
}

static bool backward_ended(struct run *x, enum pw_backward_state state)
{
    if (state == PW_BACKWARD_RUNNING) return false;
    if (state == PW_BACKWARD_FIXPOINT) {
        conclude_uncovered(x);
        return true;
    }
    struct pw_plan plan = {0};
    if (x->o.exhaust) pw_backward_finish(&x->backward);
    pw_backward_plan(&x->backward, &plan);
    if (!conclude_covered(x, &plan)) x->r->reason = "a counterexample did not replay";
    pw_plan_clear(&plan);
    if (x->o.exhaust) export_basis(x);
    return true;
}

static void conclude_closed(struct run *x)
{
    assert(x->r->verdict != PW_COVERED);
    x->r->verdict = PW_UNCOVERED;
    x->r->proof = PW_PROOF_IDEALS;
    pw_forward_export(&x->forward, x->r);
    export_slice(x);
}

static void stop_directed(struct run *x)
{
    if (!x->directed) return;
    pw_directed_clear(x->directed);
    PW_FREE(x->directed);
    x->directed = NULL;
}

static bool forward_ended(struct run *x, enum pw_forward_state state)
{
    if (state == PW_FORWARD_CLOSED && x->o.ideals) {
        conclude_closed(x);
        return true;
    }
    x->closed |= state == PW_FORWARD_CLOSED;
    if (state != PW_FORWARD_FOUND) return false;
    struct pw_plan plan = {0};
    bool ok = pw_forward_plan(&x->forward, &plan) && conclude_covered(x, &plan);
    pw_plan_clear(&plan);
    return ok;
}

/* the length of turns from which on the directed search takes part, and its share of a turn */
enum { DIRECTED_FROM = 12000, DIRECTED_SHARE = 2 };

/* A turn of the directed search, which begins when turns are no longer short, or at once where no
 * forward search is beside it. False: no more. */
static bool directed_turn(struct run *x, uint64_t turn)
{
    if (x->closed) return false; /* there is no run */
    if (x->o.forward && turn < DIRECTED_FROM) return true;
    if (!x->directed) {
        x->directed = PW_NEW(struct pw_directed);
        pw_directed_init(x->directed, x->sys, &x->slice, x->stats);
    }
    enum pw_forward_state state =
        pw_directed_run(x->directed, x->directed->work + turn / DIRECTED_SHARE);
    if (state == PW_FORWARD_FOUND) {
        struct pw_plan plan = {0};
        if (pw_forward_plan(&x->directed->base, &plan)) conclude_covered(x, &plan);
        pw_plan_clear(&plan);
    }
    if (state == PW_FORWARD_RUNNING) return true;
    stop_directed(x);
    return false;
}

/* the length of turns from which on the pairs of together.h are worth finding */
enum { TOGETHER_FROM = 8000 };

/* Finds the pairs when turns are no longer short; true: there are such, and they are new. */
static bool look_together(struct run *x, uint64_t turn)
{
    if (x->looked || turn < TOGETHER_FROM || !x->o.together || !x->o.slice) return false;
    assert(!x->together);
    x->looked = true;
    x->together = pw_together_new(x->sys, &x->slice);
    return x->together != NULL;
}

/* Before a turn: makes the backward search, and makes it anew when pairs are found, and as long as
 * the linear invariants have not said all about the targets and may be asked with half as much
 * again; so what is thrown away is a fraction. Without a forward search beside it there is nothing
 * to wait for. */
static void start_backward(struct run *x, uint64_t turn)
{
    bool pairs = look_together(x, turn);
    if (x->backward.sys && !x->backward.gave_up && !pairs) return;
    if (x->backward.sys) {
        uint64_t now = pw_backward_allowance(&x->backward);
        if (!pairs && now < x->asked_with + x->asked_with / 2 + 1) return;
        x->asked_with = now < turn * PW_BACKWARD_CELLS ? now : turn * PW_BACKWARD_CELLS;
        pw_backward_clear(&x->backward);
    }
    pw_backward_init(&x->backward, x->sys, &x->slice, x->linears, x->together, &x->o, x->stats);
    for (size_t i = 0; x->suggested && i < x->suggested->elements.n; i++) {
        const struct pw_config *c = &x->suggested->elements.at[i];
        pw_backward_suggest(&x->backward, c->global, c->toks.at, c->toks.n);
    }
}

enum { LONG_TURN = 1000000 };      /* of a search that is alone */
enum { MOST_PATIENCE = 25000000 }; /* work for a basis when the ideals are there already */
enum { MOST_MISSES = 10 }; /* plans of the forward search that did not run, before it is given up */

/* All searches in turns of growing length. The clock counts work, not time: the same input
 * gives the same run. */
static void take_turns(struct run *x)
{
    uint64_t turn = 400, forward_until = 0;
    bool forward = x->o.forward, backward = x->o.backward, directed = x->o.directed;
    unsigned failed_plans = 0;
    uint64_t waited = 0;
    while (forward || backward || directed) {
        if (forward) {
            forward_until += turn;
            enum pw_forward_state state = pw_forward_run(&x->forward, forward_until);
            if (forward_ended(x, state)) return;
            forward = state == PW_FORWARD_RUNNING ||
                      (state == PW_FORWARD_FOUND && ++failed_plans < MOST_MISSES);
        }
        if (directed) directed = directed_turn(x, turn);
        if (x->r->verdict == PW_COVERED) return;
        if (backward) {
            uint64_t more = forward ? turn : turn + LONG_TURN;
            start_backward(x, more);
            if (backward_ended(x, pw_backward_run(&x->backward, x->backward.work + more))) return;
            if (x->closed && x->want_basis && (waited += more) > MOST_PATIENCE) {
                conclude_closed(x);
                return;
            }
        }
        /* geometric: at most a constant factor slower than the better one alone */
        turn += turn / 2;
    }
    x->r->reason = "the forward searches ended without an answer";
}

/* The counts of a DR program bound its tokens: exactly so many of a template are there at the start
 * (init.h), and no step makes more. */
static void use_counts(struct run *x)
{
    const struct pw_init_pairs *p = x->sys->covers_self;
    if (x->sys->covers != pw_init_pairs_covers || !x->linears) return;
    for (uint32_t t = 0; t < p->templates; t++) {
        struct pw_linear w = {.bound = p->counts[t]};
        for (uint32_t l = 0; l < p->locals && p->counts[t] >= 0; l++) {
            struct pw_weight one = {l, 1};
            if (p->template_of[l] == t && pw_linears_has(x->linears, l)) pw_vec_push(&w.terms, one);
        }
        if (w.terms.n) pw_linears_use(x->linears, w);
    }
}

/* Inequalities that a fused system suggests; (I) of linear.h is checked here, the others when they
 * are used. */
static void use_suggested(struct run *x)
{
    for (size_t i = 0; x->suggested && x->linears && i < x->suggested->linear.n; i++) {
        const struct pw_linear *from = &x->suggested->linear.at[i];
        if (!pw_linear_check(x->sys, &x->slice, from)) continue;
        struct pw_linear w = {.bound = from->bound, .offset = PW_NEWS(int64_t, x->sys->globals)};
        for (size_t k = 0; k < from->terms.n; k++)
            pw_vec_push(&w.terms, from->terms.at[k]);
        memcpy(w.offset, from->offset, x->sys->globals * sizeof *w.offset);
        pw_linears_use(x->linears, w);
    }
}

/* The search proper. */
static void decide(struct run *x)
{
    if (x->o.slice)
        pw_slice_init(&x->slice, x->sys);
    else
        pw_slice_init_all(&x->slice, x->sys);
    x->stats->transitions = x->slice.nlive;
    x->stats->locals = pw_slice_locals(&x->slice);
    if (x->o.invariants || x->o.inequation)
        x->linears = pw_linears_new(x->sys, &x->slice, x->o.inequation ? UINT64_MAX : 1000);
    use_counts(x);
    use_suggested(x);
    if (x->o.forward) pw_forward_init(&x->forward, x->sys, &x->slice, x->stats);
    take_turns(x);
    if (x->linears) {
        x->stats->invariants = pw_linears_count(x->linears);
        x->stats->cells = pw_linears_spent(x->linears);
    }
    if (x->o.forward) pw_forward_clear(&x->forward);
    stop_directed(x);
    if (x->backward.sys) pw_backward_clear(&x->backward);
    if (x->linears) pw_linears_free(x->linears);
    pw_together_free(x->together);
    pw_slice_clear(&x->slice);
}

/* A quotient that is hardly smaller, by less than one local in so many, is not worth its trouble:
 * the directed search finds its way better between locals as given. */
enum { MERGE_PAYS = 20 };

/* Decides the quotient and brings the answer back; false: there is none that can be brought
 * back. */
static bool decide_merged(struct run *x)
{
    struct pw_merge m;
    if (!pw_merge_init(&m, x->sys)) return false;
    if (MERGE_PAYS * (uint64_t)(x->sys->locals - m.classes) < x->sys->locals) {
        pw_merge_clear(&m);
        return false;
    }
    struct run y = {.sys = &m.quotient, .o = x->o, .r = x->r, .stats = x->stats};
    decide(&y);
    bool ok = x->r->verdict == PW_UNCOVERED;
    size_t step;
    const char *why;
    struct pw_trace lifted = {0};
    if (x->r->verdict == PW_COVERED && pw_merge_lift(&m, &x->r->trace, &lifted) &&
        pw_trace_check(x->sys, &lifted, &step, &why)) {
        pw_trace_clear(&x->r->trace);
        x->r->trace = lifted;
        ok = true;
    } else if (ok) {
        x->r->nmerged = x->sys->locals;
        x->r->merged = PW_NEWS(uint32_t, x->sys->locals);
        memcpy(x->r->merged, m.class_of, x->sys->locals * sizeof *m.class_of);
    } else {
        pw_trace_clear(&lifted);
        pw_cover_result_clear(x->r, x->sys->globals);
    }
    pw_merge_clear(&m);
    return ok;
}

enum { MOST_SUGGESTED = 300000 };

/* A proof of the system itself from one of the fused system; false: there is none to be had so. */
static bool prove_unfused(struct run *x, const struct pw_fuse *f)
{
    struct pw_fuse_start start = {0};
    assert(!x->suggested && x->r->verdict == PW_UNCOVERED);
    bool ok = x->r->proof == PW_PROOF_BASIS && pw_fuse_suggest(f, x->r, MOST_SUGGESTED, &start);
    pw_cover_result_clear(x->r, f->fused.globals);
    if (!ok) return false;
    x->suggested = &start;
    decide(x);
    x->suggested = NULL;
    pw_fuse_start_clear(&start, f->sys->globals);
    if (x->r->verdict == PW_UNCOVERED) return true;
    pw_cover_result_clear(x->r, f->sys->globals);
    return false;
}

static bool bring_back(struct run *x, const struct pw_fuse *f, bool certify)
{
    size_t step;
    const char *why;
    struct pw_trace trace = {0};
    if (x->r->verdict == PW_COVERED) {
        pw_fuse_write_out(f, &x->r->trace, &trace);
        bool ok = pw_trace_check(x->sys, &trace, &step, &why);
        pw_trace_clear(ok ? &x->r->trace : &trace);
        if (ok) x->r->trace = trace;
        if (!ok) pw_cover_result_clear(x->r, f->fused.globals);
        return ok;
    }
    if (x->r->verdict == PW_UNCOVERED && certify) return prove_unfused(x, f);
    if (x->r->verdict == PW_UNCOVERED) {
        pw_fuse_rename(f, x->r);
        return true;
    }
    pw_cover_result_clear(x->r, f->fused.globals);
    return false;
}

/* Merged or not. */
static void decide_whole(struct run *x)
{
    if (!(x->o.merge && decide_merged(x))) decide(x);
}

/* Decides the system without locals that are never short; false: there are none, or the answer
 * cannot be brought back. */
static bool decide_left(struct run *x)
{
    struct pw_plenty p;
    size_t step;
    const char *why;
    if (!pw_plenty_init(&p, x->sys)) return false;
    struct run y = {.sys = &p.left, .o = x->o, .r = x->r, .stats = x->stats};
    decide_whole(&y);
    bool ok = x->r->verdict != PW_COVER_UNKNOWN;
    if (x->r->verdict == PW_COVERED) {
        pw_plenty_lift(&p, &x->r->trace);
        ok = pw_trace_check(x->sys, &x->r->trace, &step, &why);
    }
    if (!ok) pw_cover_result_clear(x->r, x->sys->globals);
    pw_plenty_clear(&p);
    return ok;
}

static void decide_given(struct run *x)
{
    if (!(x->o.plenty && decide_left(x))) decide_whole(x);
}

/* Decides the fused system and brings the answer back; false: there is none that can be brought
 * back. */
static bool decide_fused(struct run *x)
{
    struct pw_fuse f;
    if (!pw_fuse_init(&f, x->sys)) return false;
    struct run y = {.sys = &f.fused, .o = x->o, .r = x->r, .stats = x->stats};
    decide_given(&y);
    bool ok = bring_back(x, &f, x->o.certify || x->o.basis);
    pw_fuse_clear(&f);
    return ok;
}

void pw_cover_decide(const struct pw_system *s, const struct pw_cover_options *given,
                     struct pw_cover_result *r, struct pw_cover_stats *stats)
{
    struct run x = {.sys = s, .o = effective(given), .r = r, .stats = stats};
    x.want_basis = given->basis && given->ideals && given->prune && !given->exhaust;
    memset(r, 0, sizeof *r);
    pw_system_check(s);
    if (!(x.o.fuse && decide_fused(&x))) decide_given(&x);
}

void pw_cover_result_clear(struct pw_cover_result *r, uint32_t globals)
{
    pw_trace_clear(&r->trace);
    for (size_t i = 0; i < r->basis.n; i++)
        pw_vec_clear(&r->basis.at[i].toks);
    pw_vec_clear(&r->basis);
    for (size_t i = 0; i < r->ideals.n; i++)
        pw_vec_clear(&r->ideals.at[i].toks);
    pw_vec_clear(&r->ideals);
    pw_vec_clear(&r->invariant.occupied);
    pw_vec_clear(&r->invariant.reached);
    for (size_t i = 0; i < r->invariant.linear.n; i++)
        pw_linear_clear(&r->invariant.linear.at[i], globals);
    pw_vec_clear(&r->invariant.linear);
    if (r->merged) PW_FREES(r->merged, r->nmerged);
    memset(r, 0, sizeof *r);
}
