/* cubes.c -- the cubes of a template as starts, steps and relations over its numbered states. */
#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "check/template.h"

/* ---- numbered states ---- */

struct wanted {
    uint32_t loc;
    const int32_t *codes;
    size_t n;
};

static bool same_state(const void *objects, uint32_t id, const void *key)
{
    const struct pwc_state *s = (const struct pwc_state *)objects + id;
    const struct wanted *w = key;
    return s->loc == w->loc && !memcmp(s->codes, w->codes, w->n * sizeof *w->codes);
}

static uint64_t hash_state(uint32_t loc, const int32_t *codes, size_t n)
{
    return pw_hash_mix(pw_hash_bytes(codes, n * sizeof *codes), loc);
}

uint32_t pwc_find_state(const struct pwc_states *s, uint32_t loc, const int32_t *codes, size_t n)
{
    struct wanted w = {loc, codes, n};
    int64_t id = pw_table_find(&s->index, hash_state(loc, codes, n), same_state, s->at.at, &w);
    return id == PW_TABLE_NONE ? PWC_NONE : (uint32_t)id;
}

uint32_t pwc_add_state(struct pwc_states *s, uint32_t loc, int32_t *codes, size_t n)
{
    assert(pwc_find_state(s, loc, codes, n) == PWC_NONE);
    pw_table_add(&s->index, hash_state(loc, codes, n), (uint32_t)s->at.n);
    pw_vec_push(&s->at, ((struct pwc_state){loc, codes}));
    return (uint32_t)s->at.n - 1;
}

static const struct pwc_state *local_of(const struct pwc_template *t, uint32_t place)
{
    assert(place < t->locals.at.n);
    return &t->locals.at.at[place];
}

static const pwc_fields *fields_at(const struct pwc_template *t, uint32_t loc)
{
    assert(loc < t->locs.n);
    return &t->kinds.at[t->locs.at[loc].kind].fields;
}

/* ---- members of a cube ---- */

static bool match(const int32_t *cube, const int32_t *codes, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (cube[i] >= 0 && cube[i] != codes[i]) return false;
    return true;
}

static int32_t *room_for(struct pwc_template *t, const pwc_fields *f)
{
    return pw_arena_alloc(&t->arena, f->n * sizeof(int32_t));
}

/* The first one, given the values that KEEP refers to; then, by advance, the others. */
static void first_of(const int32_t *cube, const int32_t *now, size_t n, int32_t *out)
{
    for (size_t i = 0; i < n; i++)
        out[i] = cube[i] >= 0 ? cube[i] : cube[i] == PWC_KEEP ? now[i] : 0;
}

static bool advance(const int32_t *cube, const pwc_fields *f, int32_t *out)
{
    pw_limits_poll();
    for (size_t i = 0; i < f->n; i++) {
        if (cube[i] != PWC_FREE) continue;
        if (++out[i] < f->at[i].size) return true;
        out[i] = 0;
    }
    return false;
}

/* ---- relations ---- */

static bool takes_part(const struct pwc_template *t, uint32_t passive, const struct pwc_state *l)
{
    assert(passive < t->passives.n);
    const struct pwc_passive *p = &t->passives.at[passive];
    if (p->loc != PWC_NONE ? p->loc != l->loc : p->kind != t->locs.at[l->loc].kind) return false;
    assert(p->kind < t->kinds.n);
    return match(p->now, l->codes, t->kinds.at[p->kind].fields.n);
}

/* The moves of a thread in local state `place` by a passive move; those of R must stay in J. */
static void add_moves(struct pwc_template *t, const struct pwc_passive *p, uint32_t place,
                      bool in_r, pwc_moves *out)
{
    const struct pwc_state *l = local_of(t, place);
    const pwc_fields *f = fields_at(t, l->loc);
    struct pw_arena_mark mark = pw_arena_mark(&t->arena);
    int32_t *next = room_for(t, f);
    first_of(p->next, l->codes, f->n, next);
    do {
        uint32_t to = pwc_find_state(&t->locals, l->loc, next, f->n);
        if (to < t->system.space.places)
            pw_vec_push(out, ((struct pwc_move){place, to}));
        else if (in_r)
            pwc_fail(t->system.space.result, PWC_INVALID, p->line,
                     "J is not closed: this passive move takes local state %" PRIu32 " out of it",
                     place);
    } while (advance(p->next, f, next));
    pw_arena_release(&t->arena, mark);
}

static bool same_key(const void *objects, uint32_t id, const void *key)
{
    const pw_uints *a = (const pw_uints *)objects + id, *b = key;
    return a->n == b->n && !memcmp(a->at, b->at, a->n * sizeof *a->at);
}

static int by_number(const void *x, const void *y)
{
    unsigned a = *(const unsigned *)x, b = *(const unsigned *)y;
    return a < b ? -1 : a > b;
}

static void sort_numbers(pw_uints *set, size_t from)
{
    size_t kept = from;
    if (set->n > from + 1) qsort(set->at + from, set->n - from, sizeof *set->at, by_number);
    for (size_t i = from; i < set->n; i++)
        if (kept == from || set->at[kept - 1] != set->at[i]) set->at[kept++] = set->at[i];
    set->n = kept;
}

/* The number of the relation of these passive moves (in any order; they are taken over) for the
 * threads that may be there in a global. */
static uint32_t relation(struct pwc_template *t, uint32_t global, pw_uints set, bool in_r)
{
    const struct pwc_set *may = &t->system.space.may[global];
    pwc_moves moves = {0};
    sort_numbers(&set, 0);
    size_t n = set.n;
    pw_vec_push(&set, global);
    pw_vec_push(&set, in_r);
    uint64_t hash = pw_hash_bytes(set.at, set.n * sizeof *set.at);
    int64_t known = pw_table_find(&t->rel_index, hash, same_key, t->rels.at, &set);
    if (known != PW_TABLE_NONE) {
        pw_vec_clear(&set);
        return (uint32_t)known;
    }
    for (size_t i = 0; i < pwc_size(may); i++)
        for (size_t k = 0; k < n; k++, pw_limits_poll())
            if (takes_part(t, set.at[k], local_of(t, pwc_at(may, i))))
                add_moves(t, &t->passives.at[set.at[k]], pwc_at(may, i), in_r, &moves);
    PWC_SORT(&moves);
    pw_table_add(&t->rel_index, hash, (uint32_t)t->rels.n);
    pw_vec_push(&t->rels, set);
    pw_vec_push(&t->system.rels, moves);
    return (uint32_t)t->rels.n - 1;
}

/* ---- steps ---- */

struct edge { /* a step of an active thread that one active move, of R or of a block, allows */
    uint32_t stmt, from, local, to, local_next, block, active;
};
typedef PW_VEC(struct edge) edges;

static int by_edge(const void *x, const void *y)
{
    return memcmp(x, y, sizeof(struct edge));
}

static bool has_partner(const struct pwc_template *t, const pw_uints *passives, uint32_t global)
{
    const struct pwc_set *may = &t->system.space.may[global];
    for (size_t i = 0; i < pwc_size(may); i++, pw_limits_poll())
        for (size_t k = 0; k < passives->n; k++)
            if (takes_part(t, passives->at[k], local_of(t, pwc_at(may, i)))) return true;
    return false;
}

/* The number of a state after a step. One that the text does not list is outside J; but a step
 * whose some blocks nobody can serve is none, so a number is given to it. */
static uint32_t number(struct pwc_template *t, struct pwc_states *s, uint32_t loc, int32_t *codes,
                       size_t n, const struct pwc_active *a)
{
    uint32_t id = pwc_find_state(s, loc, codes, n);
    if (id != PWC_NONE) return id;
    if (!t->stmts.at[a->stmt].somes)
        pwc_fail(t->system.space.result, PWC_INVALID, a->line,
                 "J is not closed: a step by this move leads to a state that is not listed");
    return pwc_add_state(s, loc, pw_arena_copy(&t->arena, codes, n * sizeof *codes), n);
}

/* All steps of the active thread in local state `place` by an active move. */
static void add_edges(struct pwc_template *t, uint32_t active, uint32_t global, uint32_t place,
                      edges *out)
{
    const struct pwc_active *a = &t->actives.at[active];
    const struct pwc_stmt *stmt = &t->stmts.at[a->stmt];
    const pwc_fields *f = fields_at(t, stmt->to);
    const int32_t *now = t->shareds.at.at[global].codes, *here = local_of(t, place)->codes;
    int32_t *shared = room_for(t, &t->shared), *local = room_for(t, f);
    first_of(a->shared_next, now, t->shared.n, shared);
    do {
        uint32_t to = number(t, &t->shareds, 0, shared, t->shared.n, a);
        first_of(a->local_next, here, f->n, local);
        do {
            uint32_t next = number(t, &t->locals, stmt->to, local, f->n, a);
            struct edge e = {a->stmt, global, place, to, next, a->block, active};
            pw_vec_push(out, e);
        } while (advance(a->local_next, f, local));
    } while (advance(a->shared_next, &t->shared, shared));
}

static void find_edges(struct pwc_template *t, uint32_t active, edges *out)
{
    const struct pwc_space *space = &t->system.space;
    const struct pwc_active *a = &t->actives.at[active];
    uint32_t from = t->stmts.at[a->stmt].from, first = t->locs.at[from].first;
    for (uint32_t g = 0; g < space->globals; g++) {
        pw_limits_poll();
        if (!match(a->shared, t->shareds.at.at[g].codes, t->shared.n)) continue;
        if ((t->system.witness || a->block) && !has_partner(t, &a->passives, g)) continue;
        const struct pwc_set *may = &space->may[g];
        for (size_t i = pwc_from(may, first); i < pwc_size(may); i++) {
            const struct pwc_state *l = local_of(t, pwc_at(may, i));
            pw_limits_poll();
            if (l->loc != from) break;
            if (match(a->local, l->codes, fields_at(t, from)->n))
                add_edges(t, active, g, pwc_at(may, i), out);
        }
    }
}

/* The step of n edges that differ in block and active move only, sorted: if it is one of R, and of
 * every block. */
static void add_step(struct pwc_template *t, const struct edge *e, size_t n)
{
    struct pwc_system *s = &t->system;
    struct pwc_step step = {e->from, e->to, .some = (uint32_t)s->blocks.n};
    struct pwc_tok pre = {e->local, 1}, post = {e->local_next, 1};
    size_t blocks = 1;
    step.nsome = t->stmts.at[e->stmt].somes, step.line = t->actives.at[e->active].line;
    for (size_t i = 1; i < n; i++)
        blocks += e[i].block != e[i - 1].block;
    if (blocks != step.nsome + 1) return;
    for (size_t i = 0; i < n;) {
        uint32_t block = e[i].block;
        pw_uints set = {0};
        for (; i < n && e[i].block == block; i++)
            for (size_t k = 0; k < t->actives.at[e[i].active].passives.n; k++)
                pw_vec_push(&set, t->actives.at[e[i].active].passives.at[k]);
        uint32_t rel = relation(t, e->from, set, block == 0);
        if (block)
            pw_vec_push(&s->blocks, rel);
        else
            step.rel = rel;
    }
    pwc_add_step(s, step, &(pwc_bag){&pre, 1, 1}, &(pwc_bag){&post, 1, 1});
}

void pwc_expand_steps(struct pwc_template *t)
{
    edges all = {0};
    for (uint32_t loc = 0, p = 0; loc < t->locs.n; t->locs.at[loc++].first = p)
        while (p < t->locals.at.n && local_of(t, p)->loc < loc)
            p++;
    for (uint32_t i = 0; i < t->actives.n; i++)
        find_edges(t, i, &all);
    if (all.n) qsort(all.at, all.n, sizeof *all.at, by_edge);
    for (size_t i = 0, end; i < all.n; i = end) {
        for (end = i + 1; end < all.n; end++)
            if (memcmp(&all.at[i], &all.at[end], offsetof(struct edge, block))) break;
        add_step(t, &all.at[i], end - i);
    }
    pw_vec_clear(&all);
}

/* ---- starts ---- */

/* How many passive threads of kind q an initial state with an active one of kind a has: exactly, or
 * any number (-1). */
static int64_t needed(const struct pwc_template *t, uint32_t a, uint32_t q)
{
    assert(q < t->kinds.n);
    int64_t count = t->kinds.at[q].count;
    return count < 0 ? -1 : count - (a == q);
}

/* The active thread of a row. */
struct active {
    uint32_t kind;
    const int32_t *shared, *local;
};

static bool has_row(const struct pwc_template *t, const struct pwc_row *row, const struct active *a)
{
    return row->active == a->kind && match(row->shared, a->shared, t->shared.n) &&
           match(row->local, a->local, t->kinds.at[a->kind].fields.n);
}

/* Adds a group: lo .. hi partners of kind q, or (PWC_NONE) of all kinds of any number. A partner
 * that the text does not list is PWC_NONE. */
static void add_group(struct pwc_template *t, const struct active *a, uint32_t q, int64_t lo,
                      int64_t hi, struct pwc_start *x)
{
    size_t first = x->places.n;
    for (size_t i = 0; i < t->rows.n; i++) {
        const struct pwc_row *row = &t->rows.at[i];
        const struct pwc_kind *kind = &t->kinds.at[row->passive];
        if (q == PWC_NONE ? kind->count >= 0 : q != row->passive) continue;
        if (!has_row(t, row, a)) continue;
        uint32_t place;
        int32_t *other = room_for(t, &kind->fields);
        first_of(row->other, NULL, kind->fields.n, other);
        do {
            place = pwc_find_state(&t->locals, kind->entry, other, kind->fields.n);
            pw_vec_push(&x->places, place);
        } while (place != PWC_NONE && advance(row->other, &kind->fields, other));
    }
    sort_numbers(&x->places, first);
    pw_vec_push(&x->groups, ((struct pwc_group){first, x->places.n - first, lo, hi}));
}

/* Does an initial state have this active thread? It needs partners: of every kind of which others
 * must be there, or, if there is no such kind, of one of any number. */
static bool add_groups(struct pwc_template *t, const struct active *a, struct pwc_start *x)
{
    bool alone = true;
    for (uint32_t q = 0; q < t->kinds.n; q++) {
        int64_t k = needed(t, a->kind, q);
        if (k <= 0) continue;
        alone = false;
        add_group(t, a, q, k, k, x);
        if (!pw_vec_last(&x->groups).n) return false;
    }
    add_group(t, a, PWC_NONE, alone, -1, x);
    return !alone || pw_vec_last(&x->groups).n;
}

static void add_start(struct pwc_template *t, const struct active *a, unsigned long line)
{
    struct pwc_start x = {.line = line};
    const struct pwc_kind *k = &t->kinds.at[a->kind];
    struct pw_arena_mark mark = pw_arena_mark(&t->arena);
    bool starts = add_groups(t, a, &x), listed = true;
    pw_arena_release(&t->arena, mark);
    if (!starts) {
        pw_vec_clear(&x.groups), pw_vec_clear(&x.places);
        return;
    }
    x.active = pwc_find_state(&t->locals, k->entry, a->local, k->fields.n);
    x.global = pwc_find_state(&t->shareds, 0, a->shared, t->shared.n);
    for (size_t i = 0; i < x.places.n; i++)
        listed = listed && x.places.at[i] != PWC_NONE;
    if (!listed || x.active == PWC_NONE || x.global == PWC_NONE)
        pwc_fail(t->system.space.result, PWC_INVALID, line,
                 "an initial state is not in J: the text does not list a state of it");
    pw_vec_push(&t->system.starts, x);
}

/* Is it the active thread of an earlier row? */
static bool seen(const struct pwc_template *t, const struct active *a, size_t row)
{
    for (size_t i = 0; i < row; i++)
        if (has_row(t, &t->rows.at[i], a)) return true;
    return false;
}

void pwc_expand_starts(struct pwc_template *t)
{
    for (size_t i = 0; i < t->rows.n; i++) {
        const struct pwc_row *row = &t->rows.at[i];
        const pwc_fields *f = &t->kinds.at[row->active].fields;
        if (t->kinds.at[row->active].count == 0) continue;
        int32_t *shared = room_for(t, &t->shared), *local = room_for(t, f);
        struct active a = {row->active, shared, local};
        first_of(row->shared, NULL, t->shared.n, shared);
        do {
            first_of(row->local, NULL, f->n, local);
            do {
                if (!seen(t, &a, i)) add_start(t, &a, row->line);
            } while (advance(row->local, f, local));
        } while (advance(row->shared, &t->shared, shared));
    }
}
