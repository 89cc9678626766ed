/* netref_search.c -- two searches by the definition of a step: backward with minimal elements
 * (complete where no rule has an upper bound), forward over single configurations (a run found is a
 * run; a finite space without one is a proof). */
#include <stdlib.h>
#include <string.h>

#include "oracle/netref.h"

enum { MOST_ELEMENTS = 500, MOST_STATES = 2500, MOST_WAYS = 400, MOST_STARTS = 300 };

struct list {
    const struct netref_net *n;
    struct netref_config *at;
    int size, most;
    bool over; /* something was left out */
    int ways;  /* of the step at hand */
};

static bool leq(const struct netref_net *n, const struct netref_config *x,
                const struct netref_config *y)
{
    if (x->shared != y->shared) return false;
    for (int i = 0; i < n->vars; i++)
        if (x->v[i] > y->v[i]) return false;
    return true;
}

/* ---- backward ---- */

static void add_minimal(struct list *l, const struct netref_config *c)
{
    for (int i = 0; i < l->size; i++)
        if (leq(l->n, &l->at[i], c)) return;
    if (l->size == l->most) {
        l->over = true;
        return;
    }
    l->at[l->size++] = *c;
}

static bool below_start(const struct netref_net *n, const struct netref_config *c)
{
    if (n->no_init || c->shared != n->init_shared) return false;
    for (int i = 0; i < n->vars; i++)
        if (n->hi[i] >= 0 && c->v[i] > n->hi[i]) return false;
    return true;
}

/* Brings what place y still needs from place x and those after it; then the next place. */
static void bring(struct list *l, const struct netref_rule *r, const netref_num *need, int y, int x,
                  netref_num left, struct netref_config *c)
{
    if (++l->ways > MOST_WAYS) {
        l->over = true;
        return;
    }
    if (y == l->n->vars) {
        struct netref_config d = *c;
        d.shared = r->from;
        for (int i = 0; i < l->n->vars; i++) {
            d.v[i] += r->take[i];
            if (d.v[i] < r->lo[i]) d.v[i] = r->lo[i];
        }
        add_minimal(l, &d);
        return;
    }
    if (left <= 0) {
        bring(l, r, need, y + 1, 0, y + 1 < l->n->vars ? need[y + 1] : 0, c);
        return;
    }
    while (x < l->n->vars && !(r->mask[x] >> y & 1))
        x++;
    if (x == l->n->vars) return;
    int other = x + 1;
    while (other < l->n->vars && !(r->mask[other] >> y & 1))
        other++;
    netref_num least = other == l->n->vars ? left : 0;
    for (netref_num k = left; k >= least; k--) {
        c->v[x] += k;
        bring(l, r, need, y, other, left - k, c);
        c->v[x] -= k;
        if (l->over) return;
    }
}

static void predecessors(struct list *l, const struct netref_rule *r, struct netref_config u)
{
    netref_num need[NETREF_VARS];
    struct netref_config c = {0};
    if (r->to != u.shared) return;
    for (int y = 0; y < l->n->vars; y++)
        need[y] = u.v[y] - r->put[y];
    l->ways = 0;
    bring(l, r, need, 0, 0, need[0], &c);
}

static enum netref_answer backward(const struct netref_net *n)
{
    struct list l = {.n = n, .most = MOST_ELEMENTS};
    l.at = malloc(MOST_ELEMENTS * sizeof *l.at);
    for (int i = 0; i < n->ntargets; i++)
        add_minimal(&l, &n->targets[i]);
    enum netref_answer a = NETREF_SAFE;
    for (int i = 0; i < l.size && a == NETREF_SAFE; i++) {
        if (below_start(n, &l.at[i])) a = NETREF_UNSAFE;
        for (int r = 0; r < n->nrules && !l.over; r++)
            predecessors(&l, &n->rules[r], l.at[i]);
        if (l.over && a == NETREF_SAFE) a = NETREF_OPEN;
    }
    free(l.at);
    return a;
}

/* ---- forward ---- */

static void add_state(struct list *l, const struct netref_config *c)
{
    for (int i = l->size; i-- > 0;)
        if (leq(l->n, c, &l->at[i]) && leq(l->n, &l->at[i], c)) return;
    if (l->size == l->most) {
        l->over = true;
        return;
    }
    l->at[l->size++] = *c;
}

/* Sends what is left in place x to the places of its mask from y on; then the next place. */
static void send(struct list *l, const struct netref_rule *r, const struct netref_config *from,
                 int x, int y, netref_num left, struct netref_config *to)
{
    if (++l->ways > MOST_WAYS) {
        l->over = true;
        return;
    }
    if (x == l->n->vars) {
        for (int i = 0; i < l->n->vars; i++)
            if (to->v[i] < 0) return;
        add_state(l, to);
        return;
    }
    if (left == 0 || !r->mask[x]) {
        send(l, r, from, x + 1, 0, x + 1 < l->n->vars ? from->v[x + 1] - r->take[x + 1] : 0, to);
        return;
    }
    while (!(r->mask[x] >> y & 1))
        y++;
    bool last = !(r->mask[x] >> (y + 1));
    for (netref_num k = left; k >= (last ? left : 0) && !(l->over && l->ways > MOST_WAYS); k--) {
        to->v[y] += k;
        send(l, r, from, x, last ? y : y + 1, left - k, to);
        to->v[y] -= k;
    }
}

static void successors(struct list *l, const struct netref_rule *r, struct netref_config c)
{
    struct netref_config to = {.shared = r->to};
    if (c.shared != r->from) return;
    for (int i = 0; i < l->n->vars; i++) {
        if (c.v[i] < r->lo[i] || c.v[i] < r->take[i] || (r->hi[i] >= 0 && c.v[i] > r->hi[i]))
            return;
        to.v[i] = r->put[i];
    }
    l->ways = 0;
    send(l, r, &c, 0, 0, c.v[0] - r->take[0], &to);
}

static void starts(struct list *l, int x, struct netref_config *c)
{
    const struct netref_net *n = l->n;
    if (x == n->vars) {
        if (l->size < MOST_STARTS)
            add_state(l, c);
        else
            l->over = true;
        return;
    }
    for (int k = 0; k < 3; k++) {
        c->v[x] = n->lo[x] + k;
        if (n->hi[x] >= 0 && c->v[x] > n->hi[x]) return;
        starts(l, x + 1, c);
    }
    if (n->hi[x] < 0 || n->lo[x] + 2 < n->hi[x]) l->over = true;
}

static bool bad(const struct netref_net *n, const struct netref_config *c)
{
    for (int i = 0; i < n->ntargets; i++) {
        bool yes = leq(n, &n->targets[i], c);
        for (int x = 0; x < n->vars; x++)
            yes = yes && (n->most[i][x] < 0 || c->v[x] <= n->most[i][x]);
        if (yes) return true;
    }
    return false;
}

static enum netref_answer forward(const struct netref_net *n)
{
    struct list l = {.n = n, .most = MOST_STATES};
    struct netref_config c = {.shared = n->init_shared};
    l.at = malloc(MOST_STATES * sizeof *l.at);
    if (!n->no_init) starts(&l, 0, &c);
    enum netref_answer a = NETREF_SAFE;
    for (int i = 0; i < l.size && a == NETREF_SAFE; i++) {
        if (bad(n, &l.at[i])) a = NETREF_UNSAFE;
        for (int r = 0; r < n->nrules; r++)
            successors(&l, &n->rules[r], l.at[i]);
    }
    if (a == NETREF_SAFE && l.over) a = NETREF_OPEN;
    free(l.at);
    return a;
}

enum netref_answer netref_decide(const struct netref_net *n)
{
    enum netref_answer f = forward(n);
    if (n->tested) return f;
    enum netref_answer b = backward(n);
    if (f != NETREF_OPEN && b != NETREF_OPEN && f != b) {
        fprintf(stderr, "the reference disagrees with itself: forward %d, backward %d\n", f, b);
        abort();
    }
    return f != NETREF_OPEN ? f : b;
}
