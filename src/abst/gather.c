#include "abst/gather.h"

#include <assert.h>
#include <stdlib.h>

#include "abst/carry.h"
#include "base/mem.h"
#include "base/order.h"

struct placed {
    unsigned top;
    uint32_t function;
};

static int by_top(const void *a, const void *b)
{
    const struct placed *x = a, *y = b;
    return PW_ORDER(x->top, y->top) ?: PW_ORDER(x->function, y->function);
}

void pw_gather_init(struct pw_gather *g, struct pw_bdds *target, const pw_bdd *functions, size_t n)
{
    assert(n <= PW_BDD_VARS);
    *g = (struct pw_gather){.m = pw_bdds_new((unsigned)n), .target = target, .n = n};
    g->image = PW_NEWS(pw_bdd, n);
    g->place = PW_NEWS(unsigned, n);
    g->waiting = PW_NEWS(signed char, n *PW_GATHER_BATCH);
    struct placed *order = PW_NEWS(struct placed, n);
    for (uint32_t i = 0; i < n; i++)
        order[i] = (struct placed){pw_bdd_top(target, functions[i]), i};
    if (n) qsort(order, n, sizeof *order, by_top);
    for (unsigned v = 0; v < n; v++) {
        g->image[v] = functions[order[v].function];
        g->place[order[v].function] = v;
    }
    PW_FREES(order, n);
}

void pw_gather_clear(struct pw_gather *g)
{
    pw_bdds_free(g->m);
    PW_FREES(g->image, g->n);
    PW_FREES(g->place, g->n);
    PW_FREES(g->waiting, g->n * PW_GATHER_BATCH);
}

/* The cubes whose value at v is `value` or free. Returns how many. */
static size_t select_cubes(const struct pw_gather *g, unsigned v, signed char value,
                           const uint16_t *from, size_t n, uint16_t *to)
{
    size_t k = 0;
    for (size_t i = 0; i < n; i++) {
        signed char x = g->waiting[from[i] * g->n + v];
        if (x == value || (x != 0 && x != 1)) to[k++] = from[i];
    }
    return k;
}

/* The union of n waiting cubes, restricted to the variables from v on. */
static pw_bdd sort_cubes(struct pw_gather *g, unsigned v, const uint16_t *cubes, size_t n)
{
    uint16_t part[PW_GATHER_BATCH];
    if (!n || v == g->n) return n ? PW_BDD_TRUE : PW_BDD_FALSE;
    size_t k = select_cubes(g, v, 0, cubes, n, part);
    pw_bdd lo = sort_cubes(g, v + 1, part, k);
    bool same = k == n; /* are all free or 0? Then the other list may be the same, too */
    k = select_cubes(g, v, 1, cubes, n, part);
    pw_bdd hi = same && k == n ? lo : sort_cubes(g, v + 1, part, k);
    return pw_bdd_ite(g->m, pw_bdd_var(g->m, v), hi, lo);
}

static pw_bdd waiting_union(struct pw_gather *g)
{
    uint16_t all[PW_GATHER_BATCH];
    for (uint16_t i = 0; i < g->n_waiting; i++)
        all[i] = i;
    return sort_cubes(g, 0, all, g->n_waiting);
}

static void unite_batch(struct pw_gather *g)
{
    pw_bdd c = waiting_union(g);
    size_t i = 0;
    g->n_waiting = 0;
    for (; !pw_bdd_is_false(g->level[i]); i++) {
        assert(i + 1 < PW_GATHER_LEVELS);
        c = pw_bdd_or(g->m, g->level[i], c);
        g->level[i] = PW_BDD_FALSE;
    }
    g->level[i] = c;
}

void pw_gather_add(struct pw_gather *g, const signed char *cube)
{
    signed char *values = &g->waiting[g->n_waiting * g->n];
    assert(g->n_waiting < PW_GATHER_BATCH);
    for (size_t i = 0; i < g->n; i++)
        values[g->place[i]] = cube[i];
    if (++g->n_waiting == PW_GATHER_BATCH) unite_batch(g);
}

pw_bdd pw_gather_union(struct pw_gather *g)
{
    pw_bdd all = waiting_union(g);
    for (size_t i = 0; i < PW_GATHER_LEVELS; i++)
        all = pw_bdd_or(g->m, g->level[i], all);
    return pw_carry(g->m, all, g->target, g->image);
}
