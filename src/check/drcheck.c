/* drcheck.c -- the conditions of doc/certificate.md that are special to templates: initial states, steps from cubes, bad states. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "check/template.h"
#include "check/traps.h"

struct edge { /* a step of an active thread that one active move allows */
    uint32_t stmt, from, local, to, local_next, active;
};

struct dr {
    struct pwc_template t;
    struct pwc_space space;
    struct pwc_system system;
    PW_VEC(struct edge) edges;
    PW_VEC(pw_uints) rels; /* a relation is a set of passive moves */
    struct pw_table rel_index;
    uint32_t *rel_of;   /* per active move: its relation, or PWC_NONE while not known */
    uint32_t *first_at; /* per location: its first local state */
    struct pwc_result *result;
};

/* ---- cubes ---- */

static bool match(const int32_t *cube, const int32_t *codes, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (cube[i] >= 0 && cube[i] != codes[i]) return false;
    return true;
}

/* The first member of a cube, given the values that KEEP refers to; then, by advance, all others. */
static void first_of(const int32_t *cube, const int32_t *now, size_t n, int32_t *out)
{
    for (size_t i = 0; i < n; i++) out[i] = cube[i] >= 0 ? cube[i] : cube[i] == PWC_KEEP ? now[i] : 0;
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

static bool intersect(const int32_t *x, const int32_t *y, size_t n, int32_t *out)
{
    for (size_t i = 0; i < n; i++) {
        if (x[i] >= 0 && y[i] >= 0 && x[i] != y[i]) return false;
        out[i] = x[i] >= 0 ? x[i] : y[i];
    }
    return true;
}

static const struct pwc_state *local_of(const struct dr *d, uint32_t place) { return &d->t.locals.at.at[place]; }
static uint32_t kind_at(const struct dr *d, uint32_t loc) { return d->t.locs.at[loc].kind; }
static uint32_t kind_of(const struct dr *d, uint32_t place) { return kind_at(d, local_of(d, place)->loc); }
static const struct pwc_fields *fields_of(const struct dr *d, uint32_t kind) { return &d->t.kinds.at[kind].fields; }

/* The local states at a location that may occur with a shared state: pwc_may_at(..., i) for *i <= i < the result. */
static size_t may_at_loc(const struct dr *d, uint32_t global, uint32_t loc, size_t *i)
{
    *i = pwc_may_from(&d->space, global, d->first_at[loc]);
    return pwc_may_from(&d->space, global, d->first_at[loc + 1]);
}

static void index_locals(struct dr *d)
{
    size_t n = d->t.locals.at.n;
    d->first_at = PW_NEWS(uint32_t, d->t.locs.n + 1);
    for (size_t loc = 0, i = 0; loc <= d->t.locs.n; loc++) {
        while (i < n && d->t.locals.at.at[i].loc < loc) i++;
        d->first_at[loc] = (uint32_t)i;
    }
    d->rel_of = PW_NEWS(uint32_t, d->t.actives.n);
    for (size_t i = 0; i < d->t.actives.n; i++) d->rel_of[i] = PWC_NONE;
}

static int32_t *codes_for(struct dr *d, size_t n) { return pw_arena_alloc(&d->t.arena, n * sizeof(int32_t)); }

/* ---- (C1) initial states are in J ---- */

/* How many passive threads of kind q an initial state with an active one of kind a has: exactly, or any number (-1). */
static int64_t needed(const struct dr *d, uint32_t a, uint32_t q)
{
    int64_t count = d->t.kinds.at[q].count;
    return count < 0 ? -1 : count - (a == q);
}

/* The number of a state that must be in J. */
static uint32_t initial_place(struct dr *d, uint32_t global, uint32_t kind, const int32_t *codes)
{
    uint32_t place = pwc_find_state(&d->t.locals, d->t.kinds.at[kind].entry, codes, fields_of(d, kind)->n);
    if (place == PWC_NONE || !pwc_may(&d->space, global, place))
        pwc_fail(d->result, PWC_INVALID, 0, "an initial state is not in J: shared state %" PRIu32 " with a thread of template %" PRIu32 " at its entry",
                 global, kind);
    return place;
}

/* The largest value of an inequality over the initial states with this active thread; best[q] is the largest weight of a passive one. */
static void check_linear_start(struct dr *d, uint32_t global, uint32_t place, const int64_t *best, const struct pwc_linear *l)
{
    uint32_t a = kind_of(d, place);
    __int128 sum = (__int128)pwc_weight_of(&l->offset, global) + pwc_weight_of(&l->weight, place);
    int64_t threads = 1, extra = INT64_MIN;
    for (uint32_t q = 0; q < d->t.kinds.n; q++) {
        int64_t k = needed(d, a, q);
        if (k > 0) sum += (__int128)k * best[q], threads += k;
        if (k < 0 && best[q] > extra) extra = best[q];
    }
    if (threads < 2) sum += extra;
    if (extra > 0 || sum > l->bound) pwc_fail(d->result, PWC_INVALID, l->line, "an initial state violates this inequality");
}

/* Has every initial state with this active thread one in the trap? outside[q]: some passive one of kind q that can stand beside it is outside. */
static void check_marked(struct dr *d, uint32_t global, uint32_t place, const bool *outside, const struct pwc_trap *t)
{
    bool alone = true, marked = pwc_in_trap(t, global, place), any = true;
    for (uint32_t q = 0; q < d->t.kinds.n; q++) {
        int64_t k = needed(d, kind_of(d, place), q);
        if (k > 0) alone = false, marked |= !outside[q];
        if (k < 0) any &= !outside[q];
    }
    if (!marked && !(alone && any)) pwc_fail(d->result, PWC_INVALID, t->line, "an initial state, with shared state %" PRIu32 ", has no thread in this trap", global);
}

/* One active thread that has all partners it needs: it and every passive thread beside it must be in J. */
static void check_start(struct dr *d, uint32_t kind, const int32_t *shared, const int32_t *codes)
{
    uint32_t global = pwc_find_state(&d->t.shareds, 0, shared, d->t.shared.n);
    if (global == PWC_NONE || !d->space.may[global].occurs) pwc_fail(d->result, PWC_INVALID, 0, "the shared state of an initial state is not in J");
    uint32_t place = initial_place(d, global, kind, codes);
    struct pw_arena_mark mark = pw_arena_mark(&d->t.arena);
    int64_t *best = pw_arena_alloc(&d->t.arena, (d->space.linear.n + 1) * d->t.kinds.n * sizeof *best);
    bool *outside = pw_arena_alloc(&d->t.arena, (d->space.traps.n + 1) * d->t.kinds.n * sizeof *outside);
    for (size_t i = 0; i < (d->space.linear.n + 1) * d->t.kinds.n; i++) best[i] = INT64_MIN;
    memset(outside, 0, (d->space.traps.n + 1) * d->t.kinds.n * sizeof *outside);
    for (size_t i = 0; i < d->t.starts.n; i++) {
        const struct pwc_start *s = &d->t.starts.at[i];
        const struct pwc_fields *f = fields_of(d, s->passive);
        if (s->active != kind || needed(d, kind, s->passive) == 0) continue;
        if (!match(s->shared, shared, d->t.shared.n) || !match(s->local, codes, fields_of(d, kind)->n)) continue;
        int32_t *other = codes_for(d, f->n);
        first_of(s->other, NULL, f->n, other);
        do {
            uint32_t p = initial_place(d, global, s->passive, other);
            for (size_t k = 0; k < d->space.linear.n; k++) {
                int64_t w = pwc_weight_of(&d->space.linear.at[k].weight, p), *b = &best[k * d->t.kinds.n + s->passive];
                if (w > *b) *b = w;
            }
            for (size_t k = 0; k < d->space.traps.n; k++) outside[k * d->t.kinds.n + s->passive] |= !pwc_in_trap(&d->space.traps.at[k], global, p);
        } while (advance(s->other, f, other));
    }
    for (size_t k = 0; k < d->space.linear.n; k++) check_linear_start(d, global, place, best + k * d->t.kinds.n, &d->space.linear.at[k]);
    for (size_t k = 0; k < d->space.traps.n; k++) check_marked(d, global, place, outside + k * d->t.kinds.n, &d->space.traps.at[k]);
    pw_arena_release(&d->t.arena, mark);
}

static void check_start_cube(struct dr *d, uint32_t kind, const int32_t *shared, const int32_t *local)
{
    const struct pwc_fields *f = fields_of(d, kind);
    int32_t *s = codes_for(d, d->t.shared.n), *l = codes_for(d, f->n);
    first_of(shared, NULL, d->t.shared.n, s);
    do {
        first_of(local, NULL, f->n, l);
        do check_start(d, kind, s, l);
        while (advance(local, f, l));
    } while (advance(shared, &d->t.shared, s));
}

/* Cubes of active threads that have a partner of every kind from q on that they need. `alone`: no partner has been needed so far, so one
 * of a kind of any number is. */
static void start_cubes(struct dr *d, uint32_t kind, uint32_t q, bool alone, const int32_t *shared, const int32_t *local)
{
    const struct pwc_fields *f = fields_of(d, kind);
    pw_limits_poll();
    if (q == d->t.kinds.n && !alone) check_start_cube(d, kind, shared, local);
    if (q < d->t.kinds.n && needed(d, kind, q) <= 0) start_cubes(d, kind, q + 1, alone, shared, local);
    struct pw_arena_mark mark = pw_arena_mark(&d->t.arena);
    int32_t *s = codes_for(d, d->t.shared.n), *l = codes_for(d, f->n);
    for (size_t i = 0; i < d->t.starts.n; i++) {
        const struct pwc_start *row = &d->t.starts.at[i];
        bool wanted = q < d->t.kinds.n ? row->passive == q && needed(d, kind, q) > 0 : alone && needed(d, kind, row->passive) < 0;
        if (!wanted || row->active != kind) continue;
        if (!intersect(shared, row->shared, d->t.shared.n, s) || !intersect(local, row->local, f->n, l)) continue;
        if (q < d->t.kinds.n) start_cubes(d, kind, q + 1, false, s, l);
        else check_start_cube(d, kind, s, l);
    }
    pw_arena_release(&d->t.arena, mark);
}

static void check_starts(struct dr *d)
{
    for (uint32_t kind = 0; kind < d->t.kinds.n; kind++) {
        if (d->t.kinds.at[kind].count == 0) continue;
        const struct pwc_fields *f = fields_of(d, kind);
        int32_t *shared = codes_for(d, d->t.shared.n), *local = codes_for(d, f->n);
        for (size_t i = 0; i < d->t.shared.n; i++) shared[i] = PWC_FREE;
        for (size_t i = 0; i < f->n; i++) local[i] = PWC_FREE;
        start_cubes(d, kind, 0, true, shared, local);
    }
}

/* ---- (C2) steps ---- */

static bool takes_part(const struct dr *d, const struct pwc_passive *p, const struct pwc_state *l)
{
    if (p->loc != PWC_NONE ? p->loc != l->loc : p->kind != kind_at(d, l->loc)) return false;
    return match(p->now, l->codes, fields_of(d, p->kind)->n);
}

static bool has_partner(const struct dr *d, const pw_uints *passives, uint32_t global)
{
    for (size_t i = 0; i < pwc_may_count(&d->space, global); i++, pw_limits_poll())
        for (size_t k = 0; k < passives->n; k++)
            if (takes_part(d, &d->t.passives.at[passives->at[k]], local_of(d, pwc_may_at(&d->space, global, i)))) return true;
    return false;
}

/* All steps of the active thread in local state `place` by an active move. */
static void add_edges(struct dr *d, uint32_t active, uint32_t global, uint32_t place, int32_t *shared, int32_t *local)
{
    const struct pwc_active *a = &d->t.actives.at[active];
    const struct pwc_stmt *stmt = &d->t.stmts.at[a->stmt];
    const struct pwc_fields *f = fields_of(d, kind_at(d, stmt->from));
    first_of(a->shared_next, d->t.shareds.at.at[global].codes, d->t.shared.n, shared);
    do {
        uint32_t to = pwc_find_state(&d->t.shareds, 0, shared, d->t.shared.n);
        first_of(a->local_next, local_of(d, place)->codes, f->n, local);
        do {
            uint32_t next = pwc_find_state(&d->t.locals, stmt->to, local, f->n);
            if (to == PWC_NONE || next == PWC_NONE || !pwc_may(&d->space, to, next))
                pwc_fail(d->result, PWC_INVALID, a->line, "J is not closed: a step by this move from (%" PRIu32 ", %" PRIu32 ") leaves it", global, place);
            pw_vec_push(&d->edges, ((struct edge){a->stmt, global, place, to, next, active}));
        } while (advance(a->local_next, f, local));
    } while (advance(a->shared_next, &d->t.shared, shared));
}

static void find_edges(struct dr *d, uint32_t active)
{
    const struct pwc_active *a = &d->t.actives.at[active];
    uint32_t from = d->t.stmts.at[a->stmt].from;
    const struct pwc_fields *f = fields_of(d, kind_at(d, from));
    int32_t *shared = codes_for(d, d->t.shared.n), *local = codes_for(d, f->n);
    for (uint32_t g = 0; g < d->space.globals; g++) {
        pw_limits_poll();
        if (!match(a->shared, d->t.shareds.at.at[g].codes, d->t.shared.n)) continue;
        if (d->t.witness && !has_partner(d, &a->passives, g)) continue;
        for (size_t i, end = may_at_loc(d, g, from, &i); i < end; i++) {
            uint32_t place = pwc_may_at(&d->space, g, i);
            pw_limits_poll();
            if (match(a->local, local_of(d, place)->codes, f->n)) add_edges(d, active, g, place, shared, local);
        }
    }
}

static int by_edge(const void *x, const void *y) { return memcmp(x, y, sizeof(struct edge)); }

static bool same_rel(const void *objects, uint32_t id, const void *key)
{
    const pw_uints *a = (const pw_uints *)objects + id, *b = key;
    return a->n == b->n && !memcmp(a->at, b->at, a->n * sizeof *a->at);
}

/* The relation made of the passive moves of edges[i .. end-1], which are equal but for the active move. */
static uint32_t relation(struct dr *d, size_t i, size_t end)
{
    pw_uints set = {0};
    uint32_t *own = end == i + 1 ? &d->rel_of[d->edges.at[i].active] : NULL;
    if (own && *own != PWC_NONE) return *own;
    for (; i < end; i++) {
        const pw_uints *more = &d->t.actives.at[d->edges.at[i].active].passives;
        for (size_t k = 0; k < more->n; k++) pw_vec_push(&set, more->at[k]);
    }
    pwc_make_set(&set);
    uint64_t hash = pw_hash_bytes(set.at, set.n * sizeof *set.at);
    int64_t known = pw_table_find(&d->rel_index, hash, same_rel, d->rels.at, &set);
    if (known == PW_TABLE_NONE) {
        known = (int64_t)d->rels.n;
        pw_table_add(&d->rel_index, hash, (uint32_t)known);
        pw_vec_push(&d->rels, set);
    } else pw_vec_clear(&set);
    if (own) *own = (uint32_t)known;
    return (uint32_t)known;
}

static void add_steps(struct dr *d)
{
    pwc_bag pre = {0}, post = {0};
    for (uint32_t i = 0; i < d->t.actives.n; i++) find_edges(d, i);
    if (d->edges.n) qsort(d->edges.at, d->edges.n, sizeof *d->edges.at, by_edge);
    for (size_t i = 0, end; i < d->edges.n; i = end) {
        struct edge *e = &d->edges.at[i];
        for (end = i + 1; end < d->edges.n && !memcmp(e, e + (end - i), offsetof(struct edge, active));) end++;
        pw_limits_poll();
        pw_vec_reset(&pre), pw_vec_reset(&post);
        pwc_bag_add(&pre, e->local, 1), pwc_bag_add(&post, e->local_next, 1);
        pwc_add_step(&d->system, e->from, e->to, relation(d, i, end), &pre, &post, d->t.actives.at[e->active].line);
    }
    pw_vec_clear(&d->edges), pw_vec_clear(&pre), pw_vec_clear(&post);
}

static void ahead(void *self, uint32_t rel, uint32_t place, pw_uints *out)
{
    struct dr *d = self;
    const struct pwc_state *l = local_of(d, place);
    const struct pwc_fields *f = fields_of(d, kind_of(d, place));
    struct pw_arena_mark mark = pw_arena_mark(&d->t.arena);
    int32_t *next = codes_for(d, f->n);
    for (size_t i = 0; i < d->rels.at[rel].n; i++) {
        const struct pwc_passive *p = &d->t.passives.at[d->rels.at[rel].at[i]];
        if (!takes_part(d, p, l)) continue;
        first_of(p->next, l->codes, f->n, next);
        do {
            uint32_t to = pwc_find_state(&d->t.locals, l->loc, next, f->n);
            if (to == PWC_NONE) pwc_fail(d->result, PWC_INVALID, p->line, "J is not closed: this passive move takes local state %" PRIu32 " out of it", place);
            pw_vec_push(out, to);
        } while (advance(p->next, f, next));
    }
    pw_arena_release(&d->t.arena, mark);
}

static bool moves_to(const struct dr *d, const struct pwc_passive *p, const struct pwc_state *l, const struct pwc_state *to)
{
    if (!takes_part(d, p, l)) return false;
    for (size_t i = 0; i < fields_of(d, p->kind)->n; i++)
        if (p->next[i] != PWC_FREE && to->codes[i] != (p->next[i] == PWC_KEEP ? l->codes[i] : p->next[i])) return false;
    return true;
}

static void back(void *self, uint32_t rel, uint32_t from, uint32_t place, pw_uints *out)
{
    struct dr *d = self;
    const struct pwc_state *to = place == PWC_NONE ? NULL : local_of(d, place);
    size_t i = 0, end = to ? may_at_loc(d, from, to->loc, &i) : pwc_may_count(&d->space, from);
    for (; i < end; i++) {
        uint32_t p = pwc_may_at(&d->space, from, i);
        const struct pwc_state *l = local_of(d, p);
        pw_limits_poll();
        for (size_t k = 0; k < d->rels.at[rel].n; k++) {
            const struct pwc_passive *move = &d->t.passives.at[d->rels.at[rel].at[k]];
            if (!(to ? moves_to(d, move, l, to) : takes_part(d, move, l))) continue;
            pw_vec_push(out, p);
            break;
        }
    }
}

/* ---- (C3) bad states in J are above the basis ---- */

struct bad_search {
    struct dr *d;
    const struct pwc_bad *bad;
    uint32_t global;
    int64_t *missing; /* per term: threads not yet chosen */
    pwc_bag m;
};

static bool has_label(const struct dr *d, uint32_t place, uint32_t label)
{
    const pw_uints *labels = &d->t.locs.at[local_of(d, place)->loc].labels;
    for (size_t i = 0; i < labels->n; i++)
        if (labels->at[i] == label) return true;
    return false;
}

static void count_thread(struct bad_search *x, uint32_t place, int64_t by)
{
    for (size_t i = 0; i < x->bad->terms.n; i++)
        if (has_label(x->d, place, x->bad->terms.at[i].place)) x->missing[i] += by;
}

/* Chooses a thread for the first term that misses one; threads for the same term in increasing order. */
static void choose_bad(struct bad_search *x, size_t term, size_t start, unsigned depth)
{
    pw_limits_poll();
    if (pwc_covers(&x->d->space, x->global, &x->m) || pwc_excluded(&x->d->space, x->global, &x->m)) return;
    for (; term < x->bad->terms.n && x->missing[term] <= 0; term++) start = 0;
    if (term == x->bad->terms.n) {
        char text[200];
        pwc_print_config(x->global, &x->m, text, sizeof text);
        pwc_fail(x->d->result, PWC_INVALID, x->bad->line, "this bad state, %s, is in J but not above the basis", text);
    }
    if (depth == 1000) pwc_fail(x->d->result, PWC_STOPPED, x->bad->line, "a bad state of more than 1000 threads is too large for this checker");
    for (size_t i = start; i < pwc_may_count(&x->d->space, x->global); i++) {
        uint32_t place = pwc_may_at(&x->d->space, x->global, i);
        if (!has_label(x->d, place, x->bad->terms.at[term].place)) continue;
        pwc_bag_add(&x->m, place, 1);
        count_thread(x, place, -1);
        choose_bad(x, term, i, depth + 1);
        count_thread(x, place, 1);
        pwc_bag_take(&x->m, place, 1);
    }
}

static void check_bads(struct dr *d)
{
    for (size_t i = 0; i < d->t.bads.n; i++) {
        struct bad_search x = {.d = d, .bad = &d->t.bads.at[i]};
        x.missing = PW_NEWS(int64_t, x.bad->terms.n);
        for (size_t k = 0; k < x.bad->terms.n; k++) x.missing[k] = x.bad->terms.at[k].count;
        for (x.global = 0; x.global < d->space.globals; x.global++)
            if (d->space.may[x.global].occurs) choose_bad(&x, 0, 0, 0);
    }
    d->result->bads = d->t.bads.n;
}

/* ---- (C5) no initial state is above the basis ---- */

static bool partners(const struct dr *d, uint32_t global, uint32_t a, uint32_t p)
{
    pw_limits_poll();
    const struct pwc_state *x = local_of(d, a), *y = local_of(d, p);
    uint32_t kx = kind_of(d, a), ky = kind_of(d, p);
    if (x->loc != d->t.kinds.at[kx].entry || y->loc != d->t.kinds.at[ky].entry) return false;
    for (size_t i = 0; i < d->t.starts.n; i++) {
        const struct pwc_start *s = &d->t.starts.at[i];
        if (s->active == kx && s->passive == ky && match(s->shared, d->t.shareds.at.at[global].codes, d->t.shared.n) &&
            match(s->local, x->codes, fields_of(d, kx)->n) && match(s->other, y->codes, fields_of(d, ky)->n))
            return true;
    }
    return false;
}

static bool some_partner(const struct dr *d, uint32_t global, uint32_t a, uint32_t kind)
{
    for (size_t i, end = may_at_loc(d, global, d->t.kinds.at[kind].entry, &i); i < end; i++)
        if (partners(d, global, a, pwc_may_at(&d->space, global, i))) return true;
    return false;
}

/* Can the active thread a beside the passive threads m be completed to an initial state? */
static bool completes(const struct dr *d, uint32_t global, uint32_t a, const pwc_bag *m)
{
    int64_t have[PWC_KINDS] = {0}, threads = 1;
    bool more = false;
    for (size_t i = 0; i < m->n; i++) {
        if (!partners(d, global, a, m->at[i].place)) return false;
        have[kind_of(d, m->at[i].place)] += m->at[i].count;
    }
    for (uint32_t q = 0; q < d->t.kinds.n; q++) {
        int64_t k = needed(d, kind_of(d, a), q);
        if (k < 0 ? d->t.kinds.at[q].count == 0 : have[q] > k) return false;
        if (k > have[q] && !some_partner(d, global, a, q)) return false;
        threads += k > 0 ? k : have[q];
        more |= k < 0 && d->t.kinds.at[q].count < 0 && threads < 2 && some_partner(d, global, a, q);
    }
    return threads >= 2 || more;
}

static bool all_at_entry(const struct dr *d, const struct pwc_tok *m, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (local_of(d, m[i].place)->loc != d->t.kinds.at[kind_of(d, m[i].place)].entry) return false;
    return true;
}

static void check_initial(struct dr *d)
{
    pwc_bag m = {0};
    for (size_t e = 0; e < d->space.basis.n; e++) {
        const struct pwc_element *u = &d->space.basis.at[e];
        const struct pwc_tok *toks = d->space.toks.at + u->first;
        bool found = false;
        pw_limits_poll();
        pw_vec_reset(&m);
        for (uint32_t i = 0; i < u->n; i++) pw_vec_push(&m, toks[i]);
        if (!all_at_entry(d, toks, u->n) || !pwc_may_all(&d->space, u->global, toks, u->n)) continue;
        for (uint32_t i = 0; i < u->n && !found; i++) {
            pwc_bag_take(&m, toks[i].place, 1);
            found = completes(d, u->global, toks[i].place, &m);
            pwc_bag_add(&m, toks[i].place, 1);
        }
        for (size_t i = 0; i < pwc_may_count(&d->space, u->global) && !found; i++)
            found = completes(d, u->global, pwc_may_at(&d->space, u->global, i), &m);
        if (found) pwc_fail(d->result, PWC_INVALID, u->line, "an initial state lies above this element of the basis");
    }
    pw_vec_clear(&m);
}

void pwc_check_template(struct pwc_reader *r)
{
    struct dr d = {.result = r->result};
    pw_arena_init(&d.t.arena);
    pwc_read_template(r, &d.t);
    d.space.globals = (uint32_t)d.t.shareds.at.n;
    d.space.places = (uint32_t)d.t.locals.at.n;
    pwc_read_space(r, &d.space, false, d.t.sharp);
    index_locals(&d);
    d.result->passed = PWC_START;
    check_starts(&d);
    d.result->passed = PWC_CLOSED;
    d.system.space = &d.space, d.system.self = &d, d.system.witness = d.t.witness;
    d.system.ahead = ahead, d.system.back = back;
    pw_vec_reserve(&d.system.toks, 1);
    add_steps(&d);
    pwc_check_closed(&d.system);
    pwc_check_traps(&d.system);
    d.result->passed = PWC_BAD;
    check_bads(&d);
    d.result->passed = PWC_PRE;
    pwc_check_pre(&d.system);
    d.result->passed = PWC_INITIAL;
    check_initial(&d);
    d.result->passed = PWC_PARTS;
}
