#include "pairs/zone.h"

#include <assert.h>
#include <string.h>

#define UNBOUNDED (INT64_MAX / 4)

void pw_zone_init(struct pw_zone *z, struct pw_terms *terms)
{
    *z = (struct pw_zone){.terms = terms};
}

void pw_zone_clear(struct pw_zone *z)
{
    pw_vec_clear(&z->vars);
    pw_vec_clear(&z->index);
    pw_vec_clear(&z->stamp);
    pw_vec_clear(&z->bounds);
    pw_vec_clear(&z->holes);
    pw_vec_clear(&z->m);
    pw_vec_clear(&z->from);
}

void pw_zone_reset(struct pw_zone *z)
{
    z->now++;
    z->closed = z->empty = false;
    pw_vec_reset(&z->vars);
    pw_vec_push(&z->vars, 0);
    pw_vec_reset(&z->bounds);
    pw_vec_reset(&z->holes);
}

/* ---- constraints of terms ---- */

static bool known_var(const struct pw_zone *z, uint32_t node, uint32_t *x)
{
    if (node >= z->stamp.n || z->stamp.at[node] != z->now) return false;
    assert(node < z->index.n);
    *x = z->index.at[node];
    return true;
}

static uint32_t number_of(struct pw_zone *z, uint32_t node)
{
    uint32_t x;
    if (known_var(z, node, &x)) return x;
    while (z->stamp.n <= node) {
        pw_vec_push(&z->stamp, 0);
        pw_vec_push(&z->index, 0);
    }
    x = (uint32_t)z->vars.n;
    pw_vec_push(&z->vars, node);
    assert(node < z->stamp.n);
    z->stamp.at[node] = z->now;
    assert(node < z->index.n);
    z->index.at[node] = x;
    return x;
}

/* An LE or EQ atom as x - y (nodes; 0 for none) and its constant. */
struct shape {
    uint32_t x, y;
    int64_t c;
};

static bool shape_of(const struct pw_zone *z, pw_term a, struct shape *s)
{
    size_t n = pw_term_arity(z->terms, a);
    const pw_int *k = pw_term_const(z->terms, a);
    *s = (struct shape){0};
    if (n > 2 || pw_int_cmp_si(k, PW_ZONE_MAX) > 0 || pw_int_cmp_si(k, -PW_ZONE_MAX) < 0)
        return false;
    s->c = pw_int_get_si(k);
    for (size_t i = 0; i < n; i++) {
        const pw_int *c = pw_term_coef(z->terms, a, i);
        uint32_t node = pw_term_node(pw_term_arg(z->terms, a, i));
        if (pw_int_is_one(c) && !s->x)
            s->x = node;
        else if (!pw_int_cmp_si(c, -1) && !s->y)
            s->y = node;
        else
            return false;
    }
    return true;
}

static void add_bound(struct pw_zone *z, uint32_t x, uint32_t y, int64_t c)
{
    struct pw_zone_bound b = {x, y, c};
    pw_vec_push(&z->bounds, b);
}

static void assume_atom(struct pw_zone *z, pw_term a)
{
    struct shape s;
    if (!shape_of(z, a, &s)) return;
    uint32_t x = s.x ? number_of(z, s.x) : 0, y = s.y ? number_of(z, s.y) : 0;
    bool not = pw_term_negated(a);
    if (pw_term_kind(z->terms, a) == PW_LE) {
        if (not )
            add_bound(z, y, x, -s.c - 1);
        else
            add_bound(z, x, y, s.c);
    } else if (not ) {
        struct pw_zone_bound hole = {x, y, s.c};
        pw_vec_push(&z->holes, hole);
    } else {
        add_bound(z, x, y, s.c);
        add_bound(z, y, x, -s.c);
    }
}

void pw_zone_assume(struct pw_zone *z, pw_term a)
{
    assert(!z->closed);
    enum pw_term_kind kind = pw_term_kind(z->terms, a);
    if (kind == PW_LE || kind == PW_EQ)
        assume_atom(z, a);
    else if (kind == PW_TRUE && pw_term_negated(a))
        z->empty = true;
    else if (kind == PW_AND && !pw_term_negated(a))
        for (size_t i = 0; i < pw_term_arity(z->terms, a); i++)
            pw_zone_assume(z, pw_term_arg(z->terms, a, i));
}

/* ---- closure ---- */

static int64_t bound_of(const struct pw_zone *z, uint32_t x, uint32_t y)
{
    return z->m.at[x * z->n + y];
}

static void start_matrix(struct pw_zone *z)
{
    z->n = z->vars.n;
    pw_vec_reserve(&z->m, z->n * z->n);
    z->m.n = z->n * z->n;
    for (size_t i = 0; i < z->m.n; i++)
        z->m.at[i] = UNBOUNDED;
    for (size_t i = 0; i < z->n; i++)
        z->m.at[i * z->n + i] = 0;
    for (size_t i = 0; i < z->bounds.n; i++) {
        struct pw_zone_bound b = z->bounds.at[i];
        int64_t *at = &z->m.at[b.x * z->n + b.y];
        if (b.c < *at) *at = b.c;
    }
}

/* Every path may now go through k. Most variables are not related to it at all. */
static void go_through(struct pw_zone *z, size_t k)
{
    size_t n = z->n;
    pw_vec_reset(&z->from);
    for (size_t j = 0; j < n; j++)
        if (j != k && z->m.at[k * n + j] < UNBOUNDED) pw_vec_push(&z->from, (uint32_t)j);
    for (size_t i = 0; i < n && z->from.n; i++) {
        int64_t first = z->m.at[i * n + k], *row = &z->m.at[i * n];
        if (first >= UNBOUNDED || i == k) continue;
        for (size_t p = 0; p < z->from.n; p++) {
            uint32_t j = z->from.at[p];
            assert(j < n && z->m.at[k * n + j] < UNBOUNDED);
            int64_t through = first + z->m.at[k * n + j];
            if (through < row[j]) row[j] = through;
        }
    }
}

static void shortest_paths(struct pw_zone *z)
{
    for (size_t k = 0; k < z->n; k++)
        go_through(z, k);
}

/* Every path may now use the edge x - y <= c. */
static void relax_by(struct pw_zone *z, uint32_t x, uint32_t y, int64_t c)
{
    size_t n = z->n;
    for (size_t i = 0; i < n; i++) {
        int64_t to = z->m.at[i * n + x];
        if (to >= UNBOUNDED) continue;
        for (size_t j = 0; j < n; j++) {
            int64_t from = z->m.at[y * n + j];
            if (from < UNBOUNDED && to + c + from < z->m.at[i * n + j])
                z->m.at[i * n + j] = to + c + from;
        }
    }
}

static bool has_negative_cycle(const struct pw_zone *z)
{
    for (size_t i = 0; i < z->n; i++)
        if (z->m.at[i * z->n + i] < 0) return true;
    return false;
}

/* x - y <= c and x - y != c give x - y <= c - 1. Bounded: each hole sharpens each side once a
 * round, and few rounds are worth while. */
static bool sharpen(struct pw_zone *z)
{
    bool changed = false;
    for (size_t i = 0; i < z->holes.n; i++) {
        struct pw_zone_bound h = z->holes.at[i];
        if (bound_of(z, h.x, h.y) == h.c) relax_by(z, h.x, h.y, h.c - 1), changed = true;
        if (bound_of(z, h.y, h.x) == -h.c) relax_by(z, h.y, h.x, -h.c - 1), changed = true;
    }
    return changed;
}

bool pw_zone_close(struct pw_zone *z)
{
    start_matrix(z);
    shortest_paths(z);
    z->closed = true;
    z->empty = z->empty || has_negative_cycle(z);
    for (int round = 0; round < 4 && !z->empty && sharpen(z); round++)
        z->empty = has_negative_cycle(z);
    return !z->empty;
}

/* ---- questions ---- */

/* Does x - y != c follow from the hole h, where x - h.x and y - h.y are known exactly? */
static bool hole_excludes(const struct pw_zone *z, struct pw_zone_bound h, uint32_t x, uint32_t y,
                          int64_t c)
{
    int64_t dx = bound_of(z, x, h.x), dy = bound_of(z, y, h.y);
    if (dx >= UNBOUNDED || dy >= UNBOUNDED) return false;
    if (bound_of(z, h.x, x) != -dx || bound_of(z, h.y, y) != -dy) return false;
    return c - dx + dy == h.c; /* h.x - h.y = (x - dx) - (y - dy) */
}

static bool differs(const struct pw_zone *z, uint32_t x, uint32_t y, int64_t c)
{
    if (bound_of(z, x, y) < c || bound_of(z, y, x) < -c) return true;
    for (size_t i = 0; i < z->holes.n; i++) {
        struct pw_zone_bound h = z->holes.at[i];
        if (hole_excludes(z, h, x, y, c) || hole_excludes(z, h, y, x, -c)) return true;
    }
    return false;
}

static bool atom_follows(const struct pw_zone *z, pw_term a)
{
    struct shape s;
    uint32_t x = 0, y = 0;
    bool not = pw_term_negated(a);
    if (!shape_of(z, a, &s)) return false;
    if ((s.x && !known_var(z, s.x, &x)) || (s.y && !known_var(z, s.y, &y))) return false;
    if (pw_term_kind(z->terms, a) == PW_LE)
        return not ? bound_of(z, y, x) <= -s.c - 1 : bound_of(z, x, y) <= s.c;
    if (not ) return differs(z, x, y, s.c);
    return bound_of(z, x, y) <= s.c && bound_of(z, y, x) <= -s.c;
}

bool pw_zone_follows(const struct pw_zone *z, pw_term a)
{
    assert(z->closed && !z->empty);
    enum pw_term_kind kind = pw_term_kind(z->terms, a);
    if (kind == PW_TRUE) return !pw_term_negated(a);
    if (kind == PW_LE || kind == PW_EQ) return atom_follows(z, a);
    if (kind != PW_AND) return false;
    bool or = pw_term_negated(a); /* a disjunction follows if a part does */
    for (size_t i = 0; i < pw_term_arity(z->terms, a); i++) {
        pw_term part = pw_term_arg(z->terms, a, i);
        if (pw_zone_follows(z, or ? pw_term_not(part) : part) == or) return or ;
    }
    return ! or ;
}
