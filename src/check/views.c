/* views.c -- certificates of local views: thread-modular proofs in which each thread sees few
 * shared fields (doc/certificate.md).
 *
 * Thread j has a kind, fields V_j, neighbours N_j, and a set theta_j of view states: values of V_j,
 * classes of N_j, a local state of j. Each local state has a class, of any meaning. View states of
 * two neighbours are compatible if they agree on common fields, on the classes of common
 * neighbours, and each sees the class of the other. The conditions:
 *
 *   (V1) there are as many threads of each kind as its count; what the edges of a kind read or
 *        write of the shared fields is in V_j of its threads; N is symmetric, and threads with a
 *        common field are neighbours;
 *   (V2) for each initial state and each j: its projection is in theta_j; that is, every initial
 *        local state with every combination of classes of initial local states of the neighbours;
 *   (V3) own steps: (v, k, l) in theta_j, (v, l) -> (v', l'): (v', k, l') is in theta_j;
 *   (V4) steps of neighbours: s in theta_i, t in theta_j compatible, i steps from s: t with the
 *        common fields and the class of i as after the step is in theta_j;
 *   (V5) no theta_j has an error location, and no choice of pairwise compatible view states of
 *        different threads meets all counts of a bad line.
 *
 * By V1 to V4 every reachable state has all of its projections in theta, for a thread that is no
 * neighbour of j changes nothing that j sees; projections of one state are compatible, so V5
 * excludes bad states. */
#include <assert.h>
#include <string.h>

#include "base/limits.h"
#include "check/kinds.h"
#include "check/views.h"

static _Noreturn void fails(struct pwc_views *v, const char *what)
{
    pwc_fail(v->p.r->result, PWC_INVALID, 0, "%s", what);
}

/* ---- V1 ---- */

static void check_kind(struct pwc_views *v, const struct pwc_viewer *t)
{
    bool *named = PW_NEWS(bool, v->p.shared.n);
    pwc_named_fields(&v->p, t->kind, named);
    for (size_t i = 0; i < t->fields.n; i++)
        named[t->fields.at[i]] = false;
    for (size_t i = 0; i < v->p.shared.n; i++)
        if (named[i]) fails(v, "V1: a thread names a field that it does not see");
    PW_FREES(named, v->p.shared.n);
}

static void check_threads(struct pwc_views *v)
{
    int64_t *left = PW_NEWS(int64_t, v->p.kinds.n);
    for (size_t k = 0; k < v->p.kinds.n; k++)
        left[k] = v->p.kinds.at[k].count;
    for (size_t j = 0; j < v->threads.n; j++) {
        left[v->threads.at[j].kind]--;
        check_kind(v, &v->threads.at[j]);
    }
    for (size_t k = 0; k < v->p.kinds.n; k++)
        if (left[k]) fails(v, "V1: the threads are not those of the counts");
    for (uint32_t f = 0; f < v->p.shared.n; f++) /* users of a field are neighbours of each other */
        for (size_t a = 0; a < v->users[f].n; a++)
            for (size_t b = 0; b < v->users[f].n; b++) {
                uint32_t i = v->users[f].at[a], j = v->users[f].at[b];
                pw_limits_poll();
                if (i != j && pwc_neighbour(v, i, j) == PWC_NOBODY)
                    fails(v, "V1: threads with a common field are no neighbours");
            }
    PW_FREES(left, v->p.kinds.n);
}

/* ---- V2 ---- */

static void note_start(void *arg, uint32_t local)
{
    struct pwc_views *v = arg;
    pw_vec_push(&v->starts[pwc_kind_of(&v->p, local)], local);
}

/* Classes for the neighbours from number a on. Depth: the neighbours. */
static void check_projections(struct pwc_views *v, const struct pwc_viewer *t, size_t a)
{
    pw_limits_poll();
    if (a == t->neighbours.n) {
        if (!pwc_sees(v, t, v->cells)) fails(v, "V2: a projection of an initial state is missing");
        return;
    }
    assert(a < t->neighbours.n);
    const pw_uints *starts = &v->starts[v->threads.at[t->neighbours.at[a]].kind];
    for (size_t i = 0; i < starts->n; i++) {
        v->cells[t->fields.n + a] = v->class.at[starts->at[i]];
        check_projections(v, t, a + 1);
    }
}

static void check_start(void *arg, uint32_t shared)
{
    struct pwc_views *v = arg;
    v->p.r->result->starts++;
    for (uint32_t k = 0; k < v->p.kinds.n; k++) {
        pw_vec_reset(&v->starts[k]);
        pwc_each_local_start(&v->p, "V2", k, shared, note_start, v);
        if (!v->starts[k].n && v->p.kinds.at[k].count) return; /* no state starts here */
    }
    for (size_t j = 0; j < v->threads.n; j++) {
        const struct pwc_viewer *t = &v->threads.at[j];
        for (size_t f = 0; f < t->fields.n; f++)
            v->cells[f] = pwc_shared_value(&v->p, shared, t->fields.at[f]);
        for (size_t i = 0; i < v->starts[t->kind].n; i++) {
            v->cells[t->width - 1] = v->starts[t->kind].at[i];
            check_projections(v, t, 0);
        }
    }
}

/* ---- V3, V4 ---- */

/* A step of v->mover from v->from: of itself, and beside every compatible state of a neighbour. */
static void check_step(void *arg, uint32_t shared, uint32_t local)
{
    struct pwc_views *v = arg;
    assert(v->mover < v->threads.n);
    const struct pwc_viewer *t = &v->threads.at[v->mover];
    const int64_t *from = pwc_view_state(t, v->from);
    for (size_t f = 0; f < t->fields.n; f++)
        v->cells[f] = pwc_shared_value(&v->p, shared, t->fields.at[f]);
    memcpy(v->cells + t->fields.n, from + t->fields.n, t->neighbours.n * sizeof *from);
    v->cells[t->width - 1] = local;
    if (!pwc_sees(v, t, v->cells)) fails(v, "V3: the view after a step is missing");
    for (size_t a = 0; a < t->neighbours.n; a++) {
        const struct pwc_viewer *u = &v->threads.at[t->neighbours.at[a]];
        uint32_t me = pwc_neighbour(v, t->neighbours.at[a], v->mover);
        for (size_t s = 0; s < u->states; s++) {
            if (!pwc_compatible(v, v->mover, v->from, t->neighbours.at[a], s)) continue;
            pw_limits_poll();
            memcpy(v->cells, pwc_view_state(u, s), u->width * sizeof *v->cells);
            for (size_t f = 0; f < u->fields.n; f++)
                if (pwc_in_view(t, u->fields.at[f]))
                    v->cells[f] = pwc_shared_value(&v->p, shared, u->fields.at[f]);
            assert(local < v->class.n);
            v->cells[u->fields.n + me] = v->class.at[local];
            if (!pwc_sees(v, u, v->cells)) fails(v, "V4: the view of a neighbour is missing");
        }
    }
}

/* ---- V5 ---- */

struct chosen {
    uint32_t thread;
    size_t state;
};

struct search {
    struct pwc_views *v;
    const pwc_bad_counts *bad;
    PW_VEC(struct chosen) chosen;
};

/* Can the counts that are left be met by threads from number j on? Depth: threads of a bad line. */
static bool fulfils(struct search *x, uint32_t j, const int64_t *need)
{
    int64_t *left = PW_NEWS(int64_t, x->bad->n), sum = 0;
    bool met = false;
    for (size_t i = 0; i < x->bad->n; i++)
        sum += need[i];
    for (; sum && !met && j < x->v->threads.n; j++) {
        const struct pwc_viewer *t = &x->v->threads.at[j];
        for (size_t s = 0; s < t->states && !met; s++) {
            bool helps = false, fits = true;
            for (size_t i = 0; i < x->bad->n; i++) {
                bool counts =
                    need[i] && pwc_counts_for(&x->v->p, &x->bad->at[i],
                                              (uint32_t)pwc_view_state(t, s)[t->width - 1]);
                left[i] = need[i] - counts;
                helps = helps || counts;
            }
            for (size_t c = 0; c < x->chosen.n && helps && fits; c++)
                fits = pwc_compatible(x->v, j, s, x->chosen.at[c].thread, x->chosen.at[c].state);
            if (!helps || !fits) continue;
            pw_limits_poll();
            pw_vec_push(&x->chosen, ((struct chosen){j, s}));
            met = fulfils(x, j + 1, left);
            (void)pw_vec_pop(&x->chosen);
        }
    }
    PW_FREES(left, x->bad->n);
    return met || !sum;
}

static void check_bad(struct pwc_views *v, const pwc_bad_counts *bad)
{
    struct search x = {.v = v, .bad = bad};
    int64_t *need = PW_NEWS(int64_t, bad->n);
    for (size_t i = 0; i < bad->n; i++)
        need[i] = bad->at[i].least;
    if (fulfils(&x, 0, need)) fails(v, "V5: a bad state is possible");
    PW_FREES(need, bad->n);
    pw_vec_clear(&x.chosen);
}

static void check_places(struct pwc_views *v)
{
    for (size_t j = 0; j < v->threads.n; j++)
        for (size_t s = 0; s < v->threads.at[j].states; s++) {
            const struct pwc_viewer *t = &v->threads.at[j];
            if (pwc_is_error(&v->p, (uint32_t)pwc_view_state(t, s)[t->width - 1]))
                fails(v, "V5: a thread can be at an error location");
        }
}

void pwc_check_views(struct pwc_reader *r)
{
    struct pwc_views v;
    pwc_read_views(&v, r);
    pwc_pass(r->result, "text complete, checksum right: views of %zu threads", v.threads.n);
    check_threads(&v);
    pwc_pass(r->result, "V1: threads see what they name, and their neighbours");
    v.starts = PW_NEWS(pw_uints, v.p.kinds.n);
    pwc_each_shared_start(&v.p, "V2", check_start, &v);
    pwc_pass(r->result, "V2: every initial state is seen");
    for (v.mover = 0; v.mover < v.threads.n; v.mover++)
        for (v.from = 0; v.from < v.threads.at[v.mover].states; v.from++)
            pwc_view_steps(&v, check_step);
    pwc_pass(r->result, "V3, V4: every step leads to views that are listed");
    check_places(&v);
    for (size_t b = 0; b < v.p.bads.n; b++)
        check_bad(&v, &v.p.bads.at[b]);
    pwc_pass(r->result, "V5: no views together have a bad state");
}
