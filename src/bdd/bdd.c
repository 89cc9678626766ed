#include "bdd/bdd.h"

#include <assert.h>
#include <string.h>

#include "base/limits.h"
#include "base/mem.h"
#include "base/table.h"
#include "base/vec.h"

struct node {
    uint32_t var, lo, hi;
};

/* Results of finished operations; a colliding entry is overwritten. */
struct cached {
    uint32_t op, a, b, c, result;
};

enum op { OP_NONE, OP_AND, OP_OR, OP_XOR, OP_ITE, OP_EXISTS, OP_AND_EXISTS, OP_COFACTOR };
enum { CACHE_LEAST = 1 << 10, CACHE_MOST = 1 << 20 };

struct pw_bdds {
    PW_VEC(struct node) nodes; /* 0 and 1 are the constants, with var = vars */
    uint32_t *unique;          /* open addressing over the inner nodes; 0 = empty */
    size_t unique_cap;
    struct cached *cache;
    size_t cache_cap;
    unsigned vars;
    size_t cap; /* of nodes */
    bool full;  /* reached: results mean nothing any more */
};

static pw_bdd id(uint32_t i)
{
    return (pw_bdd){i};
}

struct pw_bdds *pw_bdds_new(unsigned vars)
{
    assert(vars <= PW_BDD_VARS);
    struct pw_bdds *m = PW_NEW(struct pw_bdds);
    m->vars = vars;
    m->cap = SIZE_MAX;
    pw_vec_push(&m->nodes, ((struct node){vars, 0, 0}));
    pw_vec_push(&m->nodes, ((struct node){vars, 1, 1}));
    m->unique_cap = CACHE_LEAST;
    m->unique = PW_NEWS(uint32_t, m->unique_cap);
    m->cache_cap = CACHE_LEAST;
    m->cache = PW_NEWS(struct cached, m->cache_cap);
    return m;
}

void pw_bdds_free(struct pw_bdds *m)
{
    if (!m) return;
    pw_vec_clear(&m->nodes);
    PW_FREES(m->unique, m->unique_cap);
    PW_FREES(m->cache, m->cache_cap);
    PW_FREE(m);
}

unsigned pw_bdds_vars(const struct pw_bdds *m)
{
    return m->vars;
}
size_t pw_bdds_nodes(const struct pw_bdds *m)
{
    return m->nodes.n;
}
void pw_bdds_cap(struct pw_bdds *m, size_t nodes)
{
    assert(!m->full);
    m->cap = nodes;
}
bool pw_bdds_full(const struct pw_bdds *m)
{
    return m->full;
}
unsigned pw_bdd_top(const struct pw_bdds *m, pw_bdd f)
{
    assert(f.i < m->nodes.n);
    return m->nodes.at[f.i].var;
}
pw_bdd pw_bdd_lo(const struct pw_bdds *m, pw_bdd f)
{
    assert(f.i < m->nodes.n);
    return id(m->nodes.at[f.i].lo);
}
pw_bdd pw_bdd_hi(const struct pw_bdds *m, pw_bdd f)
{
    assert(f.i < m->nodes.n);
    return id(m->nodes.at[f.i].hi);
}

/* ---- unique table and cache ---- */

static uint64_t hash3(uint64_t a, uint64_t b, uint64_t c)
{
    uint64_t h = a * 0x9E3779B97F4A7C15u ^ b * 0xC2B2AE3D27D4EB4Fu ^ c * 0x165667B19E3779F9u;
    h ^= h >> 29;
    h *= 0xBF58476D1CE4E5B9u;
    return h ^ h >> 32;
}

static size_t slot_of(const struct pw_bdds *m, struct node n)
{
    size_t mask = m->unique_cap - 1, i = hash3(n.var, n.lo, n.hi) & mask;
    for (; m->unique[i]; i = (i + 1) & mask) {
        struct node o = m->nodes.at[m->unique[i]];
        if (o.var == n.var && o.lo == n.lo && o.hi == n.hi) break;
    }
    return i;
}

/* Tables grow in place: a stop that unwinds to a guard entered after the manager was made leaves it
 * whole. */
static void grow_unique(struct pw_bdds *m)
{
    size_t cap = m->unique_cap;
    m->unique = pw_mem_resize(m->unique, cap * sizeof *m->unique, 2 * cap * sizeof *m->unique);
    m->unique_cap = 2 * cap;
    memset(m->unique, 0, m->unique_cap * sizeof *m->unique);
    for (uint32_t i = 2; i < m->nodes.n; i++)
        m->unique[slot_of(m, m->nodes.at[i])] = i;
}

/* The cache follows the number of nodes; entries are dropped, never wrong. */
static void grow_cache(struct pw_bdds *m)
{
    if (m->cache_cap >= CACHE_MOST || m->nodes.n < m->cache_cap) return;
    size_t cap = m->cache_cap;
    m->cache = pw_mem_resize(m->cache, cap * sizeof *m->cache, 4 * cap * sizeof *m->cache);
    m->cache_cap = 4 * cap;
    memset(m->cache, 0, m->cache_cap * sizeof *m->cache);
}

static pw_bdd make(struct pw_bdds *m, uint32_t var, pw_bdd lo, pw_bdd hi)
{
    if (lo.i == hi.i) return lo;
    assert(var < m->nodes.at[lo.i].var && var < m->nodes.at[hi.i].var);
    struct node n = {var, lo.i, hi.i};
    size_t slot = slot_of(m, n);
    if (m->unique[slot]) return id(m->unique[slot]);
    pw_limits_poll();
    if (m->nodes.n >= m->cap) {
        m->full = true;
        return PW_BDD_FALSE;
    }
    if (4 * (m->nodes.n + 1) > 3 * m->unique_cap) {
        grow_unique(m);
        slot = slot_of(m, n);
    }
    grow_cache(m);
    uint32_t i = (uint32_t)m->nodes.n;
    pw_vec_push(&m->nodes, n);
    m->unique[slot] = i;
    return id(i);
}

static struct cached *cached(struct pw_bdds *m, enum op op, uint32_t a, uint32_t b, uint32_t c)
{
    return &m->cache[hash3((uint64_t)op << 32 | a, b, c) & (m->cache_cap - 1)];
}

/* In a full manager everything is known: every recursion ends here. */
static bool look_up(struct pw_bdds *m, enum op op, pw_bdd a, pw_bdd b, pw_bdd c, pw_bdd *result)
{
    if (m->full) {
        *result = PW_BDD_FALSE;
        return true;
    }
    const struct cached *e = cached(m, op, a.i, b.i, c.i);
    if (e->op != op || e->a != a.i || e->b != b.i || e->c != c.i) return false;
    *result = id(e->result);
    return true;
}

static pw_bdd remember(struct pw_bdds *m, enum op op, pw_bdd a, pw_bdd b, pw_bdd c, pw_bdd result)
{
    *cached(m, op, a.i, b.i, c.i) = (struct cached){op, a.i, b.i, c.i, result.i};
    return result;
}

static unsigned least(unsigned a, unsigned b)
{
    return a < b ? a : b;
}
static pw_bdd lo_at(const struct pw_bdds *m, pw_bdd f, unsigned v)
{
    return m->nodes.at[f.i].var == v ? pw_bdd_lo(m, f) : f;
}
static pw_bdd hi_at(const struct pw_bdds *m, pw_bdd f, unsigned v)
{
    return m->nodes.at[f.i].var == v ? pw_bdd_hi(m, f) : f;
}

/* ---- Boolean operations ---- */

pw_bdd pw_bdd_literal(struct pw_bdds *m, unsigned v, bool positive)
{
    assert(v < m->vars);
    return positive ? make(m, v, PW_BDD_FALSE, PW_BDD_TRUE) : make(m, v, PW_BDD_TRUE, PW_BDD_FALSE);
}

pw_bdd pw_bdd_var(struct pw_bdds *m, unsigned v)
{
    return pw_bdd_literal(m, v, true);
}

/* The cases without recursion; false if there is one. */
static bool binary_is_easy(enum op op, pw_bdd f, pw_bdd g, pw_bdd *r)
{
    switch (op) {
    case OP_AND:
        if (f.i == 0 || g.i == 1 || f.i == g.i) return *r = f, true;
        if (g.i == 0 || f.i == 1) return *r = g, true;
        return false;
    case OP_OR:
        if (f.i == 1 || g.i == 0 || f.i == g.i) return *r = f, true;
        if (g.i == 1 || f.i == 0) return *r = g, true;
        return false;
    default:
        if (f.i == g.i) return *r = PW_BDD_FALSE, true;
        if (f.i == 0) return *r = g, true;
        if (g.i == 0) return *r = f, true;
        return false;
    }
}

static pw_bdd binary(struct pw_bdds *m, enum op op, pw_bdd f, pw_bdd g)
{
    pw_bdd r;
    if (binary_is_easy(op, f, g, &r)) return r;
    if (f.i > g.i) r = f, f = g, g = r;
    if (look_up(m, op, f, g, PW_BDD_FALSE, &r)) return r;
    unsigned v = least(pw_bdd_top(m, f), pw_bdd_top(m, g));
    pw_bdd lo = binary(m, op, lo_at(m, f, v), lo_at(m, g, v));
    pw_bdd hi = binary(m, op, hi_at(m, f, v), hi_at(m, g, v));
    return remember(m, op, f, g, PW_BDD_FALSE, make(m, v, lo, hi));
}

pw_bdd pw_bdd_and(struct pw_bdds *m, pw_bdd f, pw_bdd g)
{
    return binary(m, OP_AND, f, g);
}
pw_bdd pw_bdd_or(struct pw_bdds *m, pw_bdd f, pw_bdd g)
{
    return binary(m, OP_OR, f, g);
}
pw_bdd pw_bdd_xor(struct pw_bdds *m, pw_bdd f, pw_bdd g)
{
    return binary(m, OP_XOR, f, g);
}
pw_bdd pw_bdd_not(struct pw_bdds *m, pw_bdd f)
{
    return binary(m, OP_XOR, f, PW_BDD_TRUE);
}

static bool is_variable(const struct pw_bdds *m, pw_bdd f)
{
    return m->nodes.at[f.i].lo == 0 && m->nodes.at[f.i].hi == 1;
}

pw_bdd pw_bdd_ite(struct pw_bdds *m, pw_bdd f, pw_bdd g, pw_bdd h)
{
    if (f.i == 1 || g.i == h.i) return g;
    if (f.i == 0) return h;
    if (g.i == 1) return pw_bdd_or(m, f, h);
    if (h.i == 0) return pw_bdd_and(m, f, g);
    if (is_variable(m, f) && pw_bdd_top(m, f) < least(pw_bdd_top(m, g), pw_bdd_top(m, h)))
        return make(m, pw_bdd_top(m, f), h, g);
    pw_bdd r;
    if (look_up(m, OP_ITE, f, g, h, &r)) return r;
    unsigned v = least(pw_bdd_top(m, f), least(pw_bdd_top(m, g), pw_bdd_top(m, h)));
    pw_bdd lo = pw_bdd_ite(m, lo_at(m, f, v), lo_at(m, g, v), lo_at(m, h, v));
    pw_bdd hi = pw_bdd_ite(m, hi_at(m, f, v), hi_at(m, g, v), hi_at(m, h, v));
    return remember(m, OP_ITE, f, g, h, make(m, v, lo, hi));
}

pw_bdd pw_bdd_diff(struct pw_bdds *m, pw_bdd f, pw_bdd g)
{
    return pw_bdd_ite(m, g, PW_BDD_FALSE, f);
}
bool pw_bdd_implies(struct pw_bdds *m, pw_bdd f, pw_bdd g)
{
    return pw_bdd_is_false(pw_bdd_diff(m, f, g));
}

/* ---- quantifiers, cofactors, renaming ---- */

pw_bdd pw_bdd_set(struct pw_bdds *m, const unsigned *vars, size_t n)
{
    pw_bdd set = PW_BDD_TRUE;
    for (size_t i = 0; i < n; i++)
        set = pw_bdd_and(m, set, pw_bdd_var(m, vars[i]));
    return set;
}

/* The part of a set from variable v on. */
static pw_bdd set_from(const struct pw_bdds *m, pw_bdd set, unsigned v)
{
    while (pw_bdd_top(m, set) < v)
        set = pw_bdd_hi(m, set);
    return set;
}

pw_bdd pw_bdd_exists(struct pw_bdds *m, pw_bdd f, pw_bdd set)
{
    unsigned v = pw_bdd_top(m, f);
    set = set_from(m, set, v);
    if (f.i <= 1 || set.i == 1) return f;
    pw_bdd r;
    if (look_up(m, OP_EXISTS, f, set, PW_BDD_FALSE, &r)) return r;
    pw_bdd lo = pw_bdd_exists(m, pw_bdd_lo(m, f), set);
    bool bound = pw_bdd_top(m, set) == v;
    if (bound && lo.i == 1) return remember(m, OP_EXISTS, f, set, PW_BDD_FALSE, lo);
    pw_bdd hi = pw_bdd_exists(m, pw_bdd_hi(m, f), set);
    return remember(m, OP_EXISTS, f, set, PW_BDD_FALSE,
                    bound ? pw_bdd_or(m, lo, hi) : make(m, v, lo, hi));
}

pw_bdd pw_bdd_and_exists(struct pw_bdds *m, pw_bdd f, pw_bdd g, pw_bdd set)
{
    if (f.i == 0 || g.i == 0) return PW_BDD_FALSE;
    unsigned v = least(pw_bdd_top(m, f), pw_bdd_top(m, g));
    set = set_from(m, set, v);
    if (set.i == 1) return pw_bdd_and(m, f, g);
    if (f.i == 1 || f.i == g.i) return pw_bdd_exists(m, g, set);
    if (g.i == 1) return pw_bdd_exists(m, f, set);
    pw_bdd r;
    if (f.i > g.i) r = f, f = g, g = r;
    if (look_up(m, OP_AND_EXISTS, f, g, set, &r)) return r;
    pw_bdd lo = pw_bdd_and_exists(m, lo_at(m, f, v), lo_at(m, g, v), set);
    bool bound = pw_bdd_top(m, set) == v;
    if (bound && lo.i == 1) return remember(m, OP_AND_EXISTS, f, g, set, lo);
    pw_bdd hi = pw_bdd_and_exists(m, hi_at(m, f, v), hi_at(m, g, v), set);
    return remember(m, OP_AND_EXISTS, f, g, set, bound ? pw_bdd_or(m, lo, hi) : make(m, v, lo, hi));
}

static bool positive_at(const struct pw_bdds *m, pw_bdd cube)
{
    return pw_bdd_is_false(pw_bdd_lo(m, cube));
}
static pw_bdd cube_rest(const struct pw_bdds *m, pw_bdd cube)
{
    return positive_at(m, cube) ? pw_bdd_hi(m, cube) : pw_bdd_lo(m, cube);
}

pw_bdd pw_bdd_cofactor(struct pw_bdds *m, pw_bdd f, pw_bdd cube)
{
    assert(cube.i != 0);
    unsigned v = pw_bdd_top(m, f);
    while (pw_bdd_top(m, cube) < v)
        cube = cube_rest(m, cube);
    if (f.i <= 1 || cube.i == 1) return f;
    if (pw_bdd_top(m, cube) == v)
        return pw_bdd_cofactor(m, positive_at(m, cube) ? pw_bdd_hi(m, f) : pw_bdd_lo(m, f),
                               cube_rest(m, cube));
    pw_bdd r;
    if (look_up(m, OP_COFACTOR, f, cube, PW_BDD_FALSE, &r)) return r;
    pw_bdd lo = pw_bdd_cofactor(m, pw_bdd_lo(m, f), cube);
    pw_bdd hi = pw_bdd_cofactor(m, pw_bdd_hi(m, f), cube);
    return remember(m, OP_COFACTOR, f, cube, PW_BDD_FALSE, make(m, v, lo, hi));
}

/* ---- walks over one graph, with an exact map from nodes to results ---- */

struct walk {
    struct pw_table index;
    PW_VEC(uint32_t) keys;
    PW_VEC(uint32_t) values;
};

static bool same_key(const void *objects, uint32_t i, const void *key)
{
    return ((const struct walk *)objects)->keys.at[i] == *(const uint32_t *)key;
}

static int64_t walked(const struct walk *w, pw_bdd f)
{
    return pw_table_find(&w->index, pw_hash_mix(0, f.i), same_key, w, &f.i);
}

static void walk_add(struct walk *w, pw_bdd f, uint32_t value)
{
    pw_table_add(&w->index, pw_hash_mix(0, f.i), (uint32_t)w->keys.n);
    pw_vec_push(&w->keys, f.i);
    pw_vec_push(&w->values, value);
}

static void walk_clear(struct walk *w)
{
    pw_table_clear(&w->index);
    pw_vec_clear(&w->keys);
    pw_vec_clear(&w->values);
}

static pw_bdd rename_rec(struct pw_bdds *m, struct walk *w, pw_bdd f, const unsigned *to)
{
    if (f.i <= 1) return f;
    int64_t known = walked(w, f);
    if (known >= 0) return id(w->values.at[known]);
    pw_bdd lo = rename_rec(m, w, pw_bdd_lo(m, f), to);
    pw_bdd hi = rename_rec(m, w, pw_bdd_hi(m, f), to);
    pw_bdd r = pw_bdd_ite(m, pw_bdd_var(m, to[pw_bdd_top(m, f)]), hi, lo);
    walk_add(w, f, r.i);
    return r;
}

pw_bdd pw_bdd_rename(struct pw_bdds *m, pw_bdd f, const unsigned *to)
{
    struct walk w = {0};
    pw_bdd r = rename_rec(m, &w, f, to);
    walk_clear(&w);
    return r;
}

static void visit(const struct pw_bdds *m, struct walk *w, pw_bdd f)
{
    if (f.i <= 1 || walked(w, f) >= 0) return;
    walk_add(w, f, 0);
    visit(m, w, pw_bdd_lo(m, f));
    visit(m, w, pw_bdd_hi(m, f));
}

size_t pw_bdd_size(struct pw_bdds *m, pw_bdd f)
{
    struct walk w = {0};
    visit(m, &w, f);
    size_t n = w.keys.n;
    walk_clear(&w);
    return n;
}

/* Few of the variables that a manager allows are used: only those between the first and the last of
 * f are looked at. */
pw_bdd pw_bdd_support(struct pw_bdds *m, pw_bdd f)
{
    struct walk w = {0};
    unsigned first = pw_bdd_top(m, f), last = first;
    visit(m, &w, f);
    for (size_t i = 0; i < w.keys.n; i++)
        if (m->nodes.at[w.keys.at[i]].var > last) last = m->nodes.at[w.keys.at[i]].var;
    bool *has = PW_NEWS(bool, last - first + 1);
    for (size_t i = 0; i < w.keys.n; i++)
        has[m->nodes.at[w.keys.at[i]].var - first] = true;
    pw_bdd set = PW_BDD_TRUE;
    for (unsigned v = last + 1; v-- > first;)
        if (has[v - first]) set = make(m, v, PW_BDD_FALSE, set);
    PW_FREES(has, last - first + 1);
    walk_clear(&w);
    return set;
}

/* ---- counting ---- */

struct count_ctx {
    struct walk w; /* node -> index in counts */
    PW_VEC(pw_int) counts;
    unsigned *rank; /* rank[v] = variables of the set before v */
};

/* f's models over the variables of the set from f's top variable on, times 2^skipped into out. */
static void add_shifted(pw_int *out, const pw_int *count, unsigned skipped)
{
    mpz_t z;
    mpz_init(z);
    pw_int_get_mpz(z, count);
    mpz_mul_2exp(z, z, skipped);
    pw_int shifted;
    pw_int_init(&shifted);
    pw_int_set_mpz(&shifted, z);
    pw_int_add(out, out, &shifted);
    pw_int_clear(&shifted);
    mpz_clear(z);
}

static uint32_t count_rec(struct pw_bdds *m, struct count_ctx *c, pw_bdd f)
{
    int64_t known = walked(&c->w, f);
    if (known >= 0) return c->w.values.at[known];
    pw_int n;
    pw_int_init_si(&n, f.i == 1);
    if (f.i > 1) {
        unsigned below = c->rank[pw_bdd_top(m, f)] + 1;
        pw_bdd child[2] = {pw_bdd_lo(m, f), pw_bdd_hi(m, f)};
        for (int k = 0; k < 2; k++) {
            uint32_t i = count_rec(m, c, child[k]);
            assert(i < c->counts.n);
            add_shifted(&n, &c->counts.at[i], c->rank[pw_bdd_top(m, child[k])] - below);
        }
    }
    uint32_t i = (uint32_t)c->counts.n;
    pw_vec_push(&c->counts, n);
    walk_add(&c->w, f, i);
    return i;
}

void pw_bdd_count(struct pw_bdds *m, pw_bdd f, pw_bdd set, pw_int *out)
{
    struct count_ctx c = {0};
    c.rank = PW_NEWS(unsigned, m->vars + 1);
    for (unsigned v = 0, r = 0; v <= m->vars; v++) {
        c.rank[v] = r;
        if (v < m->vars && pw_bdd_top(m, set) == v) r++, set = pw_bdd_hi(m, set);
    }
    uint32_t i = count_rec(m, &c, f);
    pw_int_set_si(out, 0);
    assert(i < c.counts.n);
    add_shifted(out, &c.counts.at[i], c.rank[pw_bdd_top(m, f)]);
    for (size_t k = 0; k < c.counts.n; k++)
        pw_int_clear(&c.counts.at[k]);
    pw_vec_clear(&c.counts);
    PW_FREES(c.rank, m->vars + 1);
    walk_clear(&c.w);
}

/* ---- models and paths ---- */

bool pw_bdd_eval(const struct pw_bdds *m, pw_bdd f, const bool *values)
{
    while (f.i > 1)
        f = values[pw_bdd_top(m, f)] ? pw_bdd_hi(m, f) : pw_bdd_lo(m, f);
    return f.i == 1;
}

bool pw_bdd_first(const struct pw_bdds *m, pw_bdd f, uint8_t *values)
{
    memset(values, PW_BDD_ANY, m->vars);
    if (f.i == 0) return false;
    while (f.i != 1) {
        unsigned v = pw_bdd_top(m, f);
        values[v] = pw_bdd_is_false(pw_bdd_lo(m, f));
        f = values[v] ? pw_bdd_hi(m, f) : pw_bdd_lo(m, f);
    }
    return true;
}

static bool paths_rec(struct pw_bdds *m, pw_bdd f, uint8_t *values, pw_bdd_path_fn *fn, void *arg)
{
    pw_limits_poll();
    if (f.i == 0) return true;
    if (f.i == 1) return fn(arg, values);
    unsigned v = pw_bdd_top(m, f);
    values[v] = 0;
    bool on = paths_rec(m, pw_bdd_lo(m, f), values, fn, arg);
    values[v] = 1;
    on = on && paths_rec(m, pw_bdd_hi(m, f), values, fn, arg);
    values[v] = PW_BDD_ANY;
    return on;
}

bool pw_bdd_paths(struct pw_bdds *m, pw_bdd f, pw_bdd_path_fn *fn, void *arg)
{
    uint8_t *values = pw_mem_alloc(m->vars + 1);
    memset(values, PW_BDD_ANY, m->vars + 1);
    bool all = paths_rec(m, f, values, fn, arg);
    pw_mem_free(values, m->vars + 1);
    return all;
}

static bool points_rec(struct pw_bdds *m, pw_bdd f, pw_bdd set, uint8_t *values, pw_bdd_path_fn *fn,
                       void *arg)
{
    pw_limits_poll();
    if (f.i == 0) return true;
    if (set.i == 1) return fn(arg, values);
    unsigned v = pw_bdd_top(m, set);
    pw_bdd rest = pw_bdd_hi(m, set);
    assert(pw_bdd_top(m, f) >= v);
    bool on = points_rec(m, lo_at(m, f, v), rest, values, fn, arg);
    values[v] = 1;
    on = on && points_rec(m, hi_at(m, f, v), rest, values, fn, arg);
    values[v] = 0;
    return on;
}

bool pw_bdd_points(struct pw_bdds *m, pw_bdd f, pw_bdd set, pw_bdd_path_fn *fn, void *arg)
{
    uint8_t *values = pw_mem_zalloc(m->vars + 1, 1);
    bool all = points_rec(m, f, set, values, fn, arg);
    pw_mem_free(values, m->vars + 1);
    return all;
}
