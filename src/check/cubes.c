/* cubes.c -- the cubes of a template as steps and starts over its numbered states. */
#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "check/template.h"

static bool match(const int32_t *cube, const int32_t *codes, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (cube[i] >= 0 && cube[i] != codes[i]) return false;
    return true;
}

/* The first member of a cube, given the values that KEEP refers to; then, by advance, the others.
 */
static void first_of(const int32_t *cube, const int32_t *now, size_t n, int32_t *out)
{
    for (size_t i = 0; i < n; i++)
        out[i] = cube[i] >= 0 ? cube[i] : cube[i] == PWC_KEEP ? now[i] : 0;
}

static bool advance(const int32_t *cube, const struct pwc_fields *f, int32_t *out)
{
    pw_limits_poll();
    for (size_t i = 0; i < f->n; i++) {
        if (cube[i] != PWC_FREE) continue;
        if (++out[i] < f->size[i]) return true;
        out[i] = 0;
    }
    return false;
}

static int32_t *codes_for(struct pwc_template *t, const struct pwc_fields *f)
{
    return pw_arena_alloc(&t->arena, f->n * sizeof(int32_t));
}

static const struct pwc_state *local_of(const struct pwc_template *t, uint32_t place)
{
    assert(place < t->locals.at.n);
    return &t->locals.at.at[place];
}

static const struct pwc_fields *fields_at(const struct pwc_template *t, uint32_t loc)
{
    assert(loc < t->locs.n);
    return &t->kinds.at[t->locs.at[loc].kind].fields;
}

/* ---- passive moves ---- */

static bool takes_part(const struct pwc_template *t, uint32_t passive, const struct pwc_state *l)
{
    assert(passive < t->passives.n);
    const struct pwc_passive *p = &t->passives.at[passive];
    if (p->loc != PWC_NONE ? p->loc != l->loc : p->kind != t->locs.at[l->loc].kind) return false;
    assert(p->kind < t->kinds.n);
    return match(p->now, l->codes, t->kinds.at[p->kind].fields.n);
}

void pwc_template_ahead(struct pwc_system *s, uint32_t rel, uint32_t place, pw_uints *out)
{
    struct pwc_template *t = (struct pwc_template *)s;
    const struct pwc_state *l = local_of(t, place);
    const struct pwc_fields *f = fields_at(t, l->loc);
    struct pw_arena_mark mark = pw_arena_mark(&t->arena);
    int32_t *next = codes_for(t, f);
    for (size_t i = 0; i < t->rels.at[rel].n; i++) {
        assert(rel < t->rels.n);
        const struct pwc_passive *p = &t->passives.at[t->rels.at[rel].at[i]];
        if (!takes_part(t, t->rels.at[rel].at[i], l)) continue;
        first_of(p->next, l->codes, f->n, next);
        do {
            uint32_t to = pwc_find_state(&t->locals, l->loc, next, f->n);
            if (to == PWC_NONE)
                pwc_fail(s->space.result, PWC_INVALID, p->line,
                         "J is not closed: this passive move takes local state %" PRIu32
                         " out of it",
                         place);
            pw_vec_push(out, to);
        } while (advance(p->next, f, next));
    }
    pw_arena_release(&t->arena, mark);
}

/* ---- steps ---- */

struct edge { /* a step of an active thread that one active move allows */
    uint32_t stmt, from, local, to, local_next, active;
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

/* Are these the values after a move of the cube from `now`? */
static bool match_next(const int32_t *cube, const int32_t *now, const int32_t *codes, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (cube[i] != PWC_FREE && codes[i] != (cube[i] == PWC_KEEP ? now[i] : cube[i]))
            return false;
    return true;
}

/* A step of the active thread: values before and after. */
struct outcome {
    uint32_t stmt, global;
    const int32_t *shared, *local, *shared_next, *local_next;
};

/* Is this row of a some block one of the step? */
static bool is_row_of(const struct pwc_template *t, const struct pwc_active *row,
                      const struct outcome *o)
{
    const struct pwc_fields *f = fields_at(t, t->stmts.at[o->stmt].from);
    return match(row->shared, o->shared, t->shared.n) && match(row->local, o->local, f->n) &&
           match_next(row->shared_next, o->shared, o->shared_next, t->shared.n) &&
           match_next(row->local_next, o->local, o->local_next, f->n);
}

/* Can each some block of the step be served by a thread of J? Otherwise there is no such step. */
static bool can_be_served(const struct pwc_template *t, const struct outcome *o)
{
    const struct pwc_stmt *s = &t->stmts.at[o->stmt];
    for (uint32_t i = 0; i < s->somes; i++) {
        const pwc_actives *rows = &t->somes.at[s->first_some + i];
        bool served = false;
        for (size_t k = 0; !served && k < rows->n; k++, pw_limits_poll())
            served =
                is_row_of(t, &rows->at[k], o) && has_partner(t, &rows->at[k].passives, o->global);
        if (!served) return false;
    }
    return true;
}

/* All steps of the active thread in local state `place` by an active move. */
static void add_edges(struct pwc_template *t, uint32_t active, uint32_t global, uint32_t place,
                      edges *out)
{
    assert(active < t->actives.n);
    const struct pwc_active *a = &t->actives.at[active];
    assert(a->stmt < t->stmts.n);
    const struct pwc_stmt *stmt = &t->stmts.at[a->stmt];
    const struct pwc_fields *f = fields_at(t, stmt->to);
    struct pw_arena_mark mark = pw_arena_mark(&t->arena);
    int32_t *shared = codes_for(t, &t->shared), *local = codes_for(t, f);
    assert(global < t->shareds.at.n);
    struct outcome o = {a->stmt, global, t->shareds.at.at[global].codes, local_of(t, place)->codes,
                        shared,  local};
    first_of(a->shared_next, t->shareds.at.at[global].codes, t->shared.n, shared);
    do {
        uint32_t to = pwc_find_state(&t->shareds, 0, shared, t->shared.n);
        first_of(a->local_next, local_of(t, place)->codes, f->n, local);
        do {
            uint32_t next = pwc_find_state(&t->locals, stmt->to, local, f->n);
            if (!can_be_served(t, &o)) continue;
            if (to == PWC_NONE || next == PWC_NONE || !pwc_has(&t->system.space.may[to], next))
                pwc_fail(t->system.space.result, PWC_INVALID, a->line,
                         "J is not closed: a step by this move from (%" PRIu32 ", %" PRIu32
                         ") leaves it",
                         global, place);
            pw_vec_push(out, ((struct edge){a->stmt, global, place, to, next, active}));
        } while (advance(a->local_next, f, local));
    } while (advance(a->shared_next, &t->shared, shared));
    pw_arena_release(&t->arena, mark);
}

static void find_edges(struct pwc_template *t, uint32_t active, edges *out)
{
    const struct pwc_space *space = &t->system.space;
    assert(active < t->actives.n);
    const struct pwc_active *a = &t->actives.at[active];
    assert(a->stmt < t->stmts.n);
    uint32_t from = t->stmts.at[a->stmt].from, first = t->locs.at[from].first;
    for (uint32_t g = 0; g < space->globals; g++) {
        pw_limits_poll();
        if (!match(a->shared, t->shareds.at.at[g].codes, t->shared.n)) continue;
        if (t->system.witness && !has_partner(t, &a->passives, g)) continue;
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

static bool same_rel(const void *objects, uint32_t id, const void *key)
{
    const pw_uints *a = (const pw_uints *)objects + id, *b = key;
    return a->n == b->n && !memcmp(a->at, b->at, a->n * sizeof *a->at);
}

static int by_number(const void *x, const void *y)
{
    unsigned a = *(const unsigned *)x, b = *(const unsigned *)y;
    return a < b ? -1 : a > b;
}

static void append(pw_uints *set, const pw_uints *more)
{
    for (size_t k = 0; k < more->n; k++)
        pw_vec_push(set, more->at[k]);
}

/* The number of a relation, given by its passive moves in any order; takes them over. */
static uint32_t intern_relation(struct pwc_template *t, pw_uints set)
{
    size_t kept = 0;
    if (set.n > 1) qsort(set.at, set.n, sizeof *set.at, by_number);
    for (size_t i = 0; i < set.n; i++)
        if (!kept || set.at[kept - 1] != set.at[i]) set.at[kept++] = set.at[i];
    set.n = kept;
    uint64_t hash = pw_hash_bytes(set.at, set.n * sizeof *set.at);
    int64_t known = pw_table_find(&t->rel_index, hash, same_rel, t->rels.at, &set);
    if (known == PW_TABLE_NONE) {
        known = (int64_t)t->rels.n;
        pw_table_add(&t->rel_index, hash, (uint32_t)known);
        pw_vec_push(&t->rels, set);
    } else
        pw_vec_clear(&set);
    return (uint32_t)known;
}

/* The relation made of the passive moves of n edges, which are equal but for the active move. */
static uint32_t relation(struct pwc_template *t, const struct edge *e, size_t n)
{
    pw_uints set = {0};
    for (size_t i = 0; i < n; i++)
        append(&set, &t->actives.at[e[i].active].passives);
    return intern_relation(t, set);
}

/* The some blocks of the step of an edge, as relations. */
static void add_blocks(struct pwc_template *t, const struct edge *e, struct pwc_step *step)
{
    const struct pwc_stmt *s = &t->stmts.at[e->stmt];
    struct outcome o = {e->stmt,
                        e->from,
                        t->shareds.at.at[e->from].codes,
                        local_of(t, e->local)->codes,
                        t->shareds.at.at[e->to].codes,
                        local_of(t, e->local_next)->codes};
    step->some = (uint32_t)t->system.blocks.n;
    step->nsome = s->somes;
    for (uint32_t i = 0; i < s->somes; i++) {
        const pwc_actives *rows = &t->somes.at[s->first_some + i];
        pw_uints set = {0};
        for (size_t k = 0; k < rows->n; k++, pw_limits_poll())
            if (is_row_of(t, &rows->at[k], &o)) append(&set, &rows->at[k].passives);
        pw_vec_push(&t->system.blocks, intern_relation(t, set));
    }
}

void pwc_template_steps(struct pwc_system *s)
{
    struct pwc_template *t = (struct pwc_template *)s;
    edges all = {0};
    pwc_bag pre = {0}, post = {0};
    for (uint32_t loc = 0, p = 0; loc < t->locs.n; t->locs.at[loc++].first = p)
        while (p < t->locals.at.n && local_of(t, p)->loc < loc)
            p++;
    for (uint32_t i = 0; i < t->actives.n; i++)
        find_edges(t, i, &all);
    if (all.n) qsort(all.at, all.n, sizeof *all.at, by_edge);
    for (size_t i = 0, end; i < all.n; i = end) {
        const struct edge *e = &all.at[i];
        for (end = i + 1; end < all.n && !memcmp(e, &all.at[end], offsetof(struct edge, active));)
            end++;
        struct pwc_step step = {.from = e->from, .to = e->to, .rel = relation(t, e, end - i)};
        assert(e->active < t->actives.n);
        step.line = t->actives.at[e->active].line;
        add_blocks(t, e, &step);
        pw_limits_poll();
        pw_vec_reset(&pre), pw_vec_reset(&post);
        pwc_bag_add(&pre, e->local, 1), pwc_bag_add(&post, e->local_next, 1);
        pwc_add_step(&t->system, step, &pre, &post);
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

/* The number of a thread at the entry of its kind. */
static uint32_t entry_state(struct pwc_template *t, const struct pwc_row *row, uint32_t kind,
                            const int32_t *codes)
{
    assert(kind < t->kinds.n);
    const struct pwc_kind *k = &t->kinds.at[kind];
    uint32_t place = pwc_find_state(&t->locals, k->entry, codes, k->fields.n);
    if (place == PWC_NONE)
        pwc_fail(t->system.space.result, PWC_INVALID, row->line,
                 "an initial state is not in J: a thread of template %" PRIu32 " at its entry",
                 kind);
    return place;
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

/* Does an initial state have this active thread? It needs partners: of every kind of which others
 * must be there, or, if there is no such kind, of one of any number. Each row has some. */
static bool is_start(const struct pwc_template *t, const struct active *a, bool *alone)
{
    bool found[PWC_KINDS] = {false}, all = true, any = false;
    *alone = true;
    for (size_t i = 0; i < t->rows.n; i++)
        if (has_row(t, &t->rows.at[i], a)) found[t->rows.at[i].passive] = true;
    for (uint32_t q = 0; q < t->kinds.n; q++) {
        if (needed(t, a->kind, q) > 0) *alone = false, all &= found[q];
        any |= t->kinds.at[q].count < 0 && found[q];
    }
    return *alone ? any : all;
}

/* Adds the partners of kind q to the last group, each once. */
static void add_partners(struct pwc_template *t, const struct active *a, uint32_t q,
                         struct pwc_start *x)
{
    assert(q < t->kinds.n);
    const struct pwc_fields *f = &t->kinds.at[q].fields;
    int32_t *other = codes_for(t, f);
    for (size_t i = 0; i < t->rows.n; i++) {
        const struct pwc_row *row = &t->rows.at[i];
        if (row->passive != q || !has_row(t, row, a)) continue;
        first_of(row->other, NULL, f->n, other);
        do {
            uint32_t place = entry_state(t, row, q, other);
            if (t->system.group_of[place] != PWC_NONE) continue;
            t->system.group_of[place] = 0;
            pw_vec_push(&x->places, place);
            pw_vec_last(&x->groups).n++;
        } while (advance(row->other, f, other));
    }
}

static void make_start(struct pwc_template *t, const struct pwc_row *row, const struct active *a,
                       bool alone, struct pwc_start *x)
{
    pw_vec_reset(&x->groups), pw_vec_reset(&x->places);
    x->line = row->line;
    x->active = entry_state(t, row, a->kind, a->local);
    x->global = pwc_find_state(&t->shareds, 0, a->shared, t->shared.n);
    if (x->global == PWC_NONE)
        pwc_fail(t->system.space.result, PWC_INVALID, row->line,
                 "an initial state is not in J: its shared state");
    for (uint32_t q = 0; q < t->kinds.n; q++) {
        int64_t k = needed(t, a->kind, q);
        if (k <= 0) continue;
        pw_vec_push(&x->groups, ((struct pwc_group){x->places.n, 0, k, k}));
        add_partners(t, a, q, x);
    }
    pw_vec_push(&x->groups, ((struct pwc_group){x->places.n, 0, alone, -1}));
    for (uint32_t q = 0; q < t->kinds.n; q++)
        if (t->kinds.at[q].count < 0) add_partners(t, a, q, x);
    for (size_t i = 0; i < x->places.n; i++)
        t->system.group_of[x->places.at[i]] = PWC_NONE;
}

/* Is it the active thread of an earlier row? */
static bool seen(const struct pwc_template *t, const struct active *a, size_t row)
{
    for (size_t i = 0; i < row; i++)
        if (has_row(t, &t->rows.at[i], a)) return true;
    return false;
}

void pwc_template_starts(struct pwc_system *s,
                         void (*fn)(struct pwc_system *s, const struct pwc_start *start))
{
    struct pwc_template *t = (struct pwc_template *)s;
    struct pwc_start x = {0};
    bool alone;
    for (size_t i = 0; i < t->rows.n; i++) {
        const struct pwc_row *row = &t->rows.at[i];
        assert(row->active < t->kinds.n);
        const struct pwc_fields *f = &t->kinds.at[row->active].fields;
        if (t->kinds.at[row->active].count == 0) continue;
        int32_t *shared = codes_for(t, &t->shared), *local = codes_for(t, f);
        struct active a = {row->active, shared, local};
        first_of(row->shared, NULL, t->shared.n, shared);
        do {
            first_of(row->local, NULL, f->n, local);
            do {
                struct pw_arena_mark mark = pw_arena_mark(&t->arena);
                if (seen(t, &a, i) || !is_start(t, &a, &alone)) continue;
                make_start(t, row, &a, alone, &x);
                fn(s, &x);
                pw_arena_release(&t->arena, mark);
            } while (advance(row->local, f, local));
        } while (advance(row->shared, &t->shared, shared));
    }
}
