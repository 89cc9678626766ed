/* dr_oracle.h -- dual-reference programs the obvious way: rows are lists of cubes, states are
 * arrays of threads with names, and everything is tried. Nothing is shared with src/dualref but the
 * types used to build a template for comparison (drt_make).
 *
 * A thread kind has nlocs locations and fields of `dom` values each; a local state is loc *
 * (product of dom) + value code, or SUNK. */
#ifndef PW_TESTS_DR_ORACLE_H
#define PW_TESTS_DR_ORACLE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dualref/dual.h"

enum { MAXF = 3, MAXT = 2, MAXCUBES = 12, MAXSTMTS = 5, MAXN = 4, ANY = -1, SAME = -2, SUNK = -3 };

struct o_kind {
    int nlocs, nfields, dom[MAXF], count; /* count -1: any */
};

/* cell[role][when][field]: value, ANY or SAME */
struct o_cube {
    int passive, loc, cell[3][2][MAXF];
};

struct o_stmt {
    int kind, from, to, ncubes;
    struct o_cube cubes[MAXCUBES];
};

struct o_init {
    int active;
    struct o_cube cube;
};

struct o_prog {
    int nshared, shared_dom[MAXF], nkinds, nstmts, ninit;
    struct o_kind kind[MAXT];
    struct o_stmt stmt[MAXSTMTS];
    struct o_init init[MAXCUBES];
};

/* ---- codes ---- */

static inline int o_product(const int *dom, int n)
{
    int p = 1;
    for (int i = 0; i < n; i++)
        p *= dom[i];
    return p;
}

static inline int o_value(const int *dom, int code, int field)
{
    for (int i = 0; i < field; i++)
        code /= dom[i];
    return code % dom[field];
}

static inline int o_values(const struct o_prog *p, int kind)
{
    return o_product(p->kind[kind].dom, p->kind[kind].nfields);
}
static inline int o_locals(const struct o_prog *p, int kind)
{
    return p->kind[kind].nlocs * o_values(p, kind);
}
static inline int o_shared(const struct o_prog *p)
{
    return o_product(p->shared_dom, p->nshared);
}

/* A thread: its kind and its local state. */
struct o_thread {
    int kind, local;
};
static inline int o_loc(const struct o_prog *p, struct o_thread t)
{
    return t.local / o_values(p, t.kind);
}
static inline int o_code(const struct o_prog *p, struct o_thread t)
{
    return t.local % o_values(p, t.kind);
}

/* ---- membership ---- */

static inline bool o_cells(const int *dom, int n, const int (*cell)[MAXF], int now, int next,
                           bool step)
{
    for (int i = 0; i < n; i++) {
        int a = o_value(dom, now, i), b = o_value(dom, next, i);
        if (cell[0][i] != ANY && cell[0][i] != a) return false;
        if (!step) continue;
        if (cell[1][i] == SAME ? b != a : cell[1][i] != ANY && cell[1][i] != b) return false;
    }
    return true;
}

/* Is (g, a, p) -> (g2, a2, p2) a row of statement s? Passive p moves within its location. */
static inline bool o_row(const struct o_prog *p, int s, int g, struct o_thread a, struct o_thread q,
                         int g2, struct o_thread a2, struct o_thread q2)
{
    const struct o_stmt *st = &p->stmt[s];
    if (st->kind != a.kind || o_loc(p, a) != st->from || o_loc(p, a2) != st->to ||
        o_loc(p, q) != o_loc(p, q2))
        return false;
    for (int i = 0; i < st->ncubes; i++) {
        const struct o_cube *c = &st->cubes[i];
        if (c->passive != q.kind || (c->loc != ANY && c->loc != o_loc(p, q))) continue;
        if (o_cells(p->shared_dom, p->nshared, (const int(*)[MAXF])c->cell[0], g, g2, true) &&
            o_cells(p->kind[a.kind].dom, p->kind[a.kind].nfields, (const int(*)[MAXF])c->cell[1],
                    o_code(p, a), o_code(p, a2), true) &&
            o_cells(p->kind[q.kind].dom, p->kind[q.kind].nfields, (const int(*)[MAXF])c->cell[2],
                    o_code(p, q), o_code(p, q2), true))
            return true;
    }
    return false;
}

static inline bool o_initial_row(const struct o_prog *p, int g, struct o_thread a,
                                 struct o_thread q)
{
    if (o_loc(p, a) || o_loc(p, q)) return false;
    for (int i = 0; i < p->ninit; i++) {
        const struct o_cube *c = &p->init[i].cube;
        if (p->init[i].active != a.kind || c->passive != q.kind) continue;
        if (o_cells(p->shared_dom, p->nshared, (const int(*)[MAXF])c->cell[0], g, 0, false) &&
            o_cells(p->kind[a.kind].dom, p->kind[a.kind].nfields, (const int(*)[MAXF])c->cell[1],
                    o_code(p, a), 0, false) &&
            o_cells(p->kind[q.kind].dom, p->kind[q.kind].nfields, (const int(*)[MAXF])c->cell[2],
                    o_code(p, q), 0, false))
            return true;
    }
    return false;
}

/* Has q a reply, and could anybody reply? */
static inline bool o_replies(const struct o_prog *p, int s, int g, struct o_thread a,
                             struct o_thread q, int g2, struct o_thread a2)
{
    for (int l = 0; l < o_locals(p, q.kind); l++)
        if (o_row(p, s, g, a, q, g2, a2, (struct o_thread){q.kind, l})) return true;
    return false;
}

static inline bool o_enabled(const struct o_prog *p, int s, int g, struct o_thread a, int g2,
                             struct o_thread a2)
{
    for (int k = 0; k < p->nkinds; k++)
        for (int l = 0; l < o_locals(p, k); l++)
            if (o_replies(p, s, g, a, (struct o_thread){k, l}, g2, a2)) return true;
    return false;
}

/* ---- n threads ---- */

struct o_state {
    int g, n;
    struct o_thread t[MAXN];
};

enum o_mode { O_TEMPLATE, O_WITNESS, O_PAPER };
typedef void o_fn(void *arg, const struct o_state *from, const struct o_state *to);

/* All ways the passive threads i, i+1, ... can reply. */
static inline void o_reply(const struct o_prog *p, enum o_mode mode, int s, int a,
                           const struct o_state *v, struct o_state *w, int i, bool live, o_fn *fn,
                           void *arg)
{
    if (i == v->n) {
        if (mode != O_WITNESS || live) fn(arg, v, w);
        return;
    }
    if (i == a || v->t[i].local == SUNK) {
        if (i != a) w->t[i] = v->t[i];
        o_reply(p, mode, s, a, v, w, i + 1, live, fn, arg);
        return;
    }
    bool any = false;
    for (int l = 0; l < o_locals(p, v->t[i].kind); l++) {
        w->t[i] = (struct o_thread){v->t[i].kind, l};
        if (!o_row(p, s, v->g, v->t[a], v->t[i], w->g, w->t[a], w->t[i])) continue;
        any = true;
        o_reply(p, mode, s, a, v, w, i + 1, true, fn, arg);
    }
    w->t[i] = (struct o_thread){v->t[i].kind, SUNK};
    if (!any && mode != O_TEMPLATE) o_reply(p, mode, s, a, v, w, i + 1, live, fn, arg);
}

static inline void o_steps(const struct o_prog *p, enum o_mode mode, const struct o_state *v,
                           o_fn *fn, void *arg)
{
    for (int a = 0; a < v->n; a++) {
        if (v->t[a].local == SUNK) continue;
        for (int s = 0; s < p->nstmts; s++) {
            if (p->stmt[s].kind != v->t[a].kind || p->stmt[s].from != o_loc(p, v->t[a])) continue;
            for (int g2 = 0; g2 < o_shared(p); g2++)
                for (int l = 0; l < o_locals(p, v->t[a].kind); l++) {
                    struct o_state w = {.g = g2, .n = v->n};
                    w.t[a] = (struct o_thread){v->t[a].kind, l};
                    if (o_loc(p, w.t[a]) != p->stmt[s].to ||
                        !o_enabled(p, s, v->g, v->t[a], g2, w.t[a]))
                        continue;
                    o_reply(p, mode, s, a, v, &w, 0, false, fn, arg);
                }
        }
    }
}

static inline bool o_initial(const struct o_prog *p, const struct o_state *v)
{
    for (int k = 0; k < p->nkinds; k++) {
        int have = 0;
        for (int i = 0; i < v->n; i++)
            have += v->t[i].kind == k;
        if (p->kind[k].count >= 0 && have != p->kind[k].count) return false;
    }
    for (int a = 0; a < v->n; a++) {
        bool all = true;
        for (int q = 0; q < v->n; q++)
            all = all && (q == a || o_initial_row(p, v->g, v->t[a], v->t[q]));
        if (all) return true;
    }
    return false;
}

/* States with names, as a set (a plain array searched from end to end would be slow: open
 * addressing). */
struct o_set {
    struct o_state *at;
    size_t n, cap;
    uint32_t *slots;
};

static inline uint64_t o_hash(const struct o_state *s)
{
    uint64_t h = (uint64_t)s->g * 1099511628211u + (uint64_t)s->n;
    for (int i = 0; i < s->n; i++)
        h = (h ^ (uint64_t)(s->t[i].kind * 1000 + s->t[i].local + 7)) * 1099511628211u,
        h ^= h >> 31;
    return h;
}

static inline bool o_same(const struct o_state *a, const struct o_state *b)
{
    if (a->g != b->g || a->n != b->n) return false;
    for (int i = 0; i < a->n; i++)
        if (a->t[i].kind != b->t[i].kind || a->t[i].local != b->t[i].local) return false;
    return true;
}

static inline size_t o_slot(const struct o_set *set, const struct o_state *s)
{
    size_t i = o_hash(s) & (set->cap * 2 - 1);
    while (set->slots[i] && !o_same(&set->at[set->slots[i] - 1], s))
        i = (i + 1) & (set->cap * 2 - 1);
    return i;
}

static inline bool o_add(struct o_set *set, const struct o_state *s)
{
    if (set->n == set->cap) {
        set->cap = set->cap ? 2 * set->cap : 256;
        set->at = realloc(set->at, set->cap * sizeof *set->at);
        free(set->slots);
        set->slots = calloc(set->cap * 2, sizeof *set->slots);
        for (size_t i = 0; i < set->n; i++)
            set->slots[o_slot(set, &set->at[i])] = (uint32_t)i + 1;
    }
    size_t i = o_slot(set, s);
    if (set->slots[i]) return false;
    set->at[set->n++] = *s;
    set->slots[i] = (uint32_t)set->n;
    return true;
}

static inline void o_clear(struct o_set *set)
{
    free(set->at), free(set->slots), *set = (struct o_set){0};
}

static inline void o_note(void *arg, const struct o_state *from, const struct o_state *to)
{
    (void)from;
    o_add(arg, to);
}

/* Calls fn with every n-thread state (also unreachable ones, nobody in the sink). */
static inline void o_all(const struct o_prog *p, struct o_state *v, int i,
                         void (*fn)(void *, const struct o_state *), void *arg)
{
    if (i == v->n) {
        for (v->g = 0; v->g < o_shared(p); v->g++)
            fn(arg, v);
        return;
    }
    for (int k = 0; k < p->nkinds; k++)
        for (int l = 0; l < o_locals(p, k); l++) {
            v->t[i] = (struct o_thread){k, l};
            o_all(p, v, i + 1, fn, arg);
        }
}

struct o_starting {
    const struct o_prog *p;
    struct o_set *set;
};

static inline void o_start(void *arg, const struct o_state *v)
{
    struct o_starting *s = arg;
    if (o_initial(s->p, v)) o_add(s->set, v);
}

static inline void o_explore(const struct o_prog *p, enum o_mode mode, int n, struct o_set *set)
{
    struct o_state v = {.n = n};
    struct o_starting s = {p, set};
    o_all(p, &v, 0, o_start, &s);
    for (size_t i = 0; i < set->n; i++) {
        struct o_state from = set->at[i];
        o_steps(p, mode, &from, o_note, set);
    }
}

/* ---- the same program as a template; each location has a label of its own ---- */

static inline void o_set_cells(struct pw_row *r, enum pw_role role, const pw_fields *fs,
                               const struct o_cube *c, int n, bool step)
{
    for (uint32_t i = 0; i < (uint32_t)n; i++) {
        if (c->cell[role][0][i] >= 0)
            pw_row_set(r, role, i, PW_NOW, fs->at[i].lo + c->cell[role][0][i]);
        if (step && c->cell[role][1][i] >= 0)
            pw_row_set(r, role, i, PW_NEXT, fs->at[i].lo + c->cell[role][1][i]);
        if (step && c->cell[role][1][i] == SAME) pw_row_keep(r, role, i);
    }
}

static inline struct pw_row *o_make_row(struct pw_dual *t, const struct o_prog *p, int active,
                                        const struct o_cube *c, bool step)
{
    struct pw_row *r = pw_row_new(t, (uint32_t)active, (uint32_t)c->passive);
    o_set_cells(r, PW_SHARED, &t->shared, c, p->nshared, step);
    o_set_cells(r, PW_ACTIVE, &t->templates.at[active].fields, c, p->kind[active].nfields, step);
    o_set_cells(r, PW_PASSIVE, &t->templates.at[c->passive].fields, c, p->kind[c->passive].nfields,
                step);
    if (step && c->loc != ANY) r->passive_loc = t->templates.at[c->passive].locs.at[c->loc];
    return r;
}

static inline struct pw_dual *o_make(const struct o_prog *p)
{
    struct pw_dual *t = pw_dual_new();
    char name[40];
    for (int i = 0; i < p->nshared; i++) {
        sprintf(name, "s%d", i);
        if (p->shared_dom[i] == 2 && i % 2)
            pw_dual_add_shared_bit(t, pw_dual_add_pred(t, name, "s > 0", PW_TPRED_SHARED));
        else
            pw_dual_add_shared_value(t, name, PW_FIELD_RANGE, -1, p->shared_dom[i] - 2);
    }
    for (int k = 0; k < p->nkinds; k++) {
        sprintf(name, "kind%d", k);
        pw_dual_add_kind(t, name, p->kind[k].count);
        for (int i = 0; i < p->kind[k].nfields; i++) {
            sprintf(name, k && i ? "b%d" : "a%d_%d", i, k);
            if (p->kind[k].dom[i] == 2 && i == 0)
                pw_dual_add_local_bit(t, (uint32_t)k,
                                      pw_dual_add_pred(t, name, "l < \"x\"", PW_TPRED_INTER));
            else if (p->kind[k].dom[i] == 2)
                pw_dual_add_local_value(t, (uint32_t)k, name, PW_FIELD_BOOL, 0, 1);
            else
                pw_dual_add_local_value(t, (uint32_t)k, name, PW_FIELD_RANGE, 5,
                                        4 + p->kind[k].dom[i]);
        }
        for (int l = 0; l < p->kind[k].nlocs; l++) {
            sprintf(name, "L%d_%d", k, l);
            uint32_t loc = pw_dual_add_loc(t, (uint32_t)k, name, (unsigned)l, PW_TLOC_NORMAL);
            pw_dual_label_loc(t, loc, pw_dual_add_label(t, name));
        }
        pw_dual_set_entry(t, (uint32_t)k, t->templates.at[k].locs.at[0]);
    }
    for (int s = 0; s < p->nstmts; s++) {
        const struct o_stmt *st = &p->stmt[s];
        const pw_uints *locs = &t->templates.at[st->kind].locs;
        pw_dual_add_stmt(t, (uint32_t)st->kind, locs->at[st->from], locs->at[st->to],
                         (unsigned)s + 1, "x = \"y\\z\";");
    }
    pw_dual_layout(t);
    for (int s = 0; s < p->nstmts; s++)
        for (int i = 0; i < p->stmt[s].ncubes; i++) {
            struct pw_row *r = o_make_row(t, p, p->stmt[s].kind, &p->stmt[s].cubes[i], true);
            pw_dual_add_step_row(t, (uint32_t)s, r);
            pw_row_free(r);
        }
    for (int i = 0; i < p->ninit; i++) {
        struct pw_row *r = o_make_row(t, p, p->init[i].active, &p->init[i].cube, false);
        pw_dual_add_init_row(t, r);
        pw_row_free(r);
    }
    return t;
}

/* ---- random programs ---- */

struct o_dice {
    uint64_t seed;
};

static inline int o_roll(struct o_dice *d, int sides)
{
    d->seed = d->seed * 6364136223846793005u + 1442695040888963407u;
    return (int)((d->seed >> 33) % (unsigned)sides);
}

/* Mostly free or kept cells, so that rows cover something. */
static inline void o_random_cells(struct o_dice *d, const int *dom, int n, int (*cell)[MAXF])
{
    for (int i = 0; i < n; i++) {
        int now = o_roll(d, 5), next = o_roll(d, 6);
        cell[0][i] = now < 3 ? ANY : o_roll(d, dom[i]);
        cell[1][i] = next < 3 ? SAME : next == 3 ? ANY : o_roll(d, dom[i]);
    }
}

static inline struct o_cube o_random_cube(struct o_dice *d, const struct o_prog *p, int active,
                                          bool async)
{
    struct o_cube c;
    c.passive = o_roll(d, p->nkinds);
    c.loc = o_roll(d, 3) ? ANY : o_roll(d, p->kind[c.passive].nlocs);
    o_random_cells(d, p->shared_dom, p->nshared, c.cell[0]);
    o_random_cells(d, p->kind[active].dom, p->kind[active].nfields, c.cell[1]);
    o_random_cells(d, p->kind[c.passive].dom, p->kind[c.passive].nfields, c.cell[2]);
    if (async)
        for (int i = 0; i < MAXF; i++)
            c.loc = ANY, c.cell[2][0][i] = ANY, c.cell[2][1][i] = SAME;
    return c;
}

static inline void o_random(struct o_dice *d, struct o_prog *p, bool async)
{
    memset(p, 0, sizeof *p);
    p->nshared = o_roll(d, 3);
    for (int i = 0; i < p->nshared; i++)
        p->shared_dom[i] = i == 0 && !o_roll(d, 4) ? 3 : 2;
    p->nkinds = 1 + !o_roll(d, 3);
    for (int k = 0; k < p->nkinds; k++) {
        p->kind[k] = (struct o_kind){.nlocs = 1 + o_roll(d, 3),
                                     .nfields = o_roll(d, 3),
                                     .count = k && !o_roll(d, 2) ? o_roll(d, 3) : -1};
        for (int i = 0; i < p->kind[k].nfields; i++)
            p->kind[k].dom[i] = o_roll(d, 5) ? 2 : 3;
    }
    p->nstmts = 1 + o_roll(d, MAXSTMTS - 1);
    for (int s = 0; s < p->nstmts; s++) {
        struct o_stmt *st = &p->stmt[s];
        st->kind = o_roll(d, p->nkinds);
        st->from = o_roll(d, p->kind[st->kind].nlocs);
        st->to = o_roll(d, p->kind[st->kind].nlocs);
        st->ncubes = 1 + o_roll(d, 4);
        for (int i = 0; i < st->ncubes; i++)
            st->cubes[i] = o_random_cube(d, p, st->kind, async);
        if (async) /* the same for every kind of passive thread */
            for (int i = 0, n = st->ncubes; i < n && p->nkinds > 1; i++)
                st->cubes[st->ncubes] = st->cubes[i], st->cubes[st->ncubes++].passive ^= 1;
    }
    p->ninit = 2 + o_roll(d, 3);
    for (int i = 0; i < p->ninit; i++) {
        p->init[i].active = o_roll(d, p->nkinds);
        p->init[i].cube = o_random_cube(d, p, p->init[i].active, false);
    }
}

#endif
