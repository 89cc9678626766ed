/* cubes.c -- the cubes of a template as starts, steps and relations over its numbered states. What
 * leads to a state that the text does not list is found to leave J by C1 and C2 (claims.h). */
#include <assert.h>
#include <string.h>

#include "base/limits.h"
#include "check/template.h"

enum { MOST_UNLISTED = 1000000 };

/* ---- members of a cube ---- */

static bool match(const uint32_t *cube, const uint32_t *codes, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (cube[i] < PWC_KEEP && cube[i] != codes[i]) return false;
    return true;
}

/* The first one, given the codes that KEEP refers to; then, by advance, the others. */
static void first_of(const uint32_t *cube, const uint32_t *now, size_t n, uint32_t *out)
{
    for (size_t i = 0; i < n; i++)
        out[i] = cube[i] == PWC_FREE ? 0 : cube[i] == PWC_KEEP ? now[i] : cube[i];
}

static bool advance(const uint32_t *cube, const struct pwc_field *f, size_t n, uint32_t *out)
{
    pw_limits_poll();
    for (size_t i = 0; i < n; i++) {
        if (cube[i] != PWC_FREE) continue;
        if (++out[i] < f[i].size) return true;
        out[i] = 0;
    }
    return false;
}

/* Its number; a state that the text does not list gets one, too. */
static uint32_t number(struct pwc_template *t, bool local, const uint32_t *codes, size_t n)
{
    uint32_t id = pwc_number(local ? &t->locals : &t->shareds, codes, n);
    if (id >= (local ? t->system.space.places : t->system.space.globals) &&
        ++t->unlisted == MOST_UNLISTED)
        pwc_fail(t->system.space.result, PWC_STOPPED, 0,
                 "more than %d times a state that the text does not list", MOST_UNLISTED);
    return id;
}

/* Location and codes of a local state. */
static const uint32_t *local_of(const struct pwc_template *t, uint32_t place)
{
    assert(place < t->locals.at.n);
    return t->locals.at.at[place].at;
}

static uint32_t kind_of(const struct pwc_template *t, uint32_t place)
{
    return t->locs.at[local_of(t, place)[0]].kind;
}

/* ---- relations ---- */

/* The moves of a thread in local state `place` by a passive move. */
static void add_moves(struct pwc_template *t, const struct pwc_passive *p, uint32_t place,
                      pwc_moves *out)
{
    const uint32_t *now = local_of(t, place);
    const pwc_fields *f = &t->kinds.at[p->kind].fields;
    size_t shared = t->shared.n, n = f->n - shared;
    pw_limits_poll();
    if (t->locs.at[now[0]].kind != p->kind || !match(p->now, now, n)) return;
    first_of(p->next, now, n, t->next);
    do
        pw_vec_push(out, ((struct pwc_move){place, number(t, true, t->next, n)}));
    while (advance(p->next, f->at + shared, n, t->next));
}

/* The number of the relation of these passive moves (in any order) for the threads that may be
 * there in a global. */
static uint32_t relation(struct pwc_template *t, uint32_t global, pw_uints *set)
{
    const pw_uints *may = &t->system.space.may[global].places;
    pwc_moves moves = {0};
    PWC_SORT(set, 1);
    pw_vec_push(set, global);
    uint32_t rel = pwc_number(&t->rels, set->at, set->n);
    if (rel < t->system.rels.n) return rel;
    assert(rel == t->system.rels.n);
    for (size_t i = 0; i < may->n; i++)
        for (size_t k = 0; k + 1 < set->n; k++)
            add_moves(t, &t->passives.at[set->at[k]], may->at[i], &moves);
    PWC_SORT(&moves, 2);
    pw_vec_push(&t->system.rels, moves);
    return rel;
}

/* ---- steps ---- */

struct edge { /* a step of an active thread that one active move, of R or of a block, allows */
    uint32_t stmt, from, local, to, local_next, block, active;
};
typedef PW_VEC(struct edge) edges;

/* All steps of the active thread in local state `place` by an active move. */
static void add_edges(struct pwc_template *t, uint32_t active, uint32_t global, uint32_t place,
                      edges *out)
{
    const struct pwc_active *a = &t->actives.at[active];
    const pwc_fields *f = &t->kinds.at[kind_of(t, place)].fields;
    size_t shared = t->shared.n;
    memcpy(t->now, t->shareds.at.at[global].at, shared * sizeof *t->now);
    memcpy(t->now + shared, local_of(t, place), (f->n - shared) * sizeof *t->now);
    first_of(a->next, t->now, f->n, t->next);
    do {
        uint32_t to = number(t, false, t->next, shared);
        uint32_t local_next = number(t, true, t->next + shared, f->n - shared);
        struct edge e = {a->stmt, global, place, to, local_next, a->block, active};
        pw_vec_push(out, e);
    } while (advance(a->next, f->at, f->n, t->next));
}

static void find_edges(struct pwc_template *t, uint32_t active, edges *out)
{
    const struct pwc_active *a = &t->actives.at[active];
    const struct pwc_loc *from = &t->locs.at[t->stmts.at[a->stmt].from];
    size_t shared = t->shared.n, n = t->kinds.at[from->kind].fields.n - shared;
    for (uint32_t g = 0; g < t->system.space.globals; g++) {
        const pw_uints *may = &t->system.space.may[g].places;
        pw_limits_poll();
        if (!match(a->now, t->shareds.at.at[g].at, shared)) continue;
        for (size_t i = PWC_LOWER(may, from->first); i < may->n && may->at[i] < from->end; i++)
            if (match(a->now + shared, local_of(t, may->at[i]), n))
                add_edges(t, active, g, may->at[i], out);
    }
}

/* The step of n edges that differ in block and active move only, sorted: if it is one of R. */
static void add_step(struct pwc_template *t, const struct edge *e, size_t n)
{
    struct pwc_system *s = &t->system;
    struct pwc_step step = {.to = e->to, .from = e->from, .some = (uint32_t)s->blocks.n};
    struct pwc_tok pre = {e->local, 1}, post = {e->local_next, 1};
    pw_uints set = {0};
    if (e->block) return;
    step.nsome = t->stmts.at[e->stmt].somes, step.line = (uint32_t)t->actives.at[e->active].line;
    for (size_t block = 0, i = 0; block <= step.nsome; block++) {
        pw_vec_reset(&set);
        for (; i < n && e[i].block == block; i++)
            for (size_t k = 0; k < t->actives.at[e[i].active].passives.n; k++)
                pw_vec_push(&set, t->actives.at[e[i].active].passives.at[k]);
        uint32_t rel = relation(t, e->from, &set);
        if (block)
            pw_vec_push(&s->blocks, rel);
        else
            step.rel = rel;
    }
    pw_vec_clear(&set);
    pwc_add_step(s, step, &(pwc_bag){&pre, 1, 1}, &(pwc_bag){&post, 1, 1});
}

void pwc_expand_steps(struct pwc_template *t)
{
    edges all = {0};
    for (uint32_t loc = 0, p = 0; loc < t->locs.n; t->locs.at[loc++].end = p)
        for (t->locs.at[loc].first = p; p < t->system.space.places && local_of(t, p)[0] == loc;)
            p++;
    for (uint32_t i = 0; i < t->actives.n; i++)
        find_edges(t, i, &all);
    PWC_SORT(&all, 7);
    for (size_t i = 0, end; i < all.n; i = end) {
        end = PWC_RUN(&all, i, 5);
        add_step(t, &all.at[i], end - i);
    }
    pw_vec_clear(&all);
}

/* ---- starts ---- */

struct pair { /* an active thread and a partner that a row allows */
    uint32_t global, active, partner, row;
};
typedef PW_VEC(struct pair) pairs;

static void find_pairs(struct pwc_template *t, uint32_t i, pairs *out)
{
    const struct pwc_row *row = &t->rows.at[i];
    const pwc_fields *f = &t->kinds.at[row->active].fields, *q = &t->kinds.at[row->passive].fields;
    size_t shared = t->shared.n;
    uint32_t *here = t->now, *other = t->next;
    first_of(row->here, NULL, f->n, here);
    do {
        struct pair p = {number(t, false, here, shared),
                         number(t, true, here + shared, f->n - shared), 0, i};
        first_of(row->other, NULL, q->n - shared, other);
        do {
            p.partner = number(t, true, other, q->n - shared);
            pw_vec_push(out, p);
        } while (p.partner < t->system.space.places &&
                 advance(row->other, q->at + shared, q->n - shared, other));
    } while (advance(row->here, f->at, f->n, here));
}

/* Adds a group: lo .. hi partners of kind q, or (PWC_NONE) of all kinds of any number. Are there
 * any? */
static bool add_group(struct pwc_template *t, const struct pair *p, size_t n, uint32_t q,
                      int64_t lo, int64_t hi, struct pwc_start *x)
{
    struct pwc_group group = {x->places.n, 0, lo, hi};
    for (size_t i = 0; i < n; i++) {
        uint32_t kind = kind_of(t, p[i].partner);
        if (q == PWC_NONE ? t->kinds.at[kind].count >= 0 : q != kind) continue;
        if (i == 0 || p[i - 1].partner != p[i].partner) pw_vec_push(&x->places, p[i].partner);
    }
    group.n = x->places.n - group.first;
    pw_vec_push(&x->groups, group);
    return group.n > 0;
}

/* The start of n pairs with the same active thread, sorted, if an initial state has it. It needs
 * partners: of every kind of which others must be there, or, if there is no such kind, of one of
 * any number. */
static void add_start(struct pwc_template *t, const struct pair *p, size_t n)
{
    struct pwc_start x = {
        .global = p->global, .active = p->active, .line = t->rows.at[p->row].line};
    bool alone = true, all = true;
    for (uint32_t q = 0; q < t->kinds.n; q++) {
        int64_t others = t->kinds.at[q].count - (q == kind_of(t, p->active));
        if (others > 0) all = add_group(t, p, n, q, others, others, &x) && all, alone = false;
    }
    if ((add_group(t, p, n, PWC_NONE, alone, -1, &x) || !alone) && all)
        pw_vec_push(&t->system.starts, x);
}

void pwc_expand_starts(struct pwc_template *t)
{
    pairs all = {0};
    for (uint32_t i = 0; i < t->rows.n; i++)
        if (t->kinds.at[t->rows.at[i].active].count) find_pairs(t, i, &all);
    PWC_SORT(&all, 4);
    for (size_t i = 0, end; i < all.n; i = end) {
        end = PWC_RUN(&all, i, 2);
        add_start(t, &all.at[i], end - i);
    }
    pw_vec_clear(&all);
}
