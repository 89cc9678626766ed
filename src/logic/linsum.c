#include "logic/linsum.h"

#include <assert.h>
#include <string.h>

void pw_linsum_init(struct pw_linsum *l)
{
    memset(l, 0, sizeof *l);
    pw_int_init(&l->k);
}

void pw_linsum_clear(struct pw_linsum *l)
{
    for (size_t i = 0; i < l->m.n; i++)
        pw_int_clear(&l->m.at[i].c);
    pw_vec_clear(&l->m);
    pw_int_clear(&l->k);
}

void pw_linsum_add_const(struct pw_linsum *l, const pw_int *f, const pw_int *k)
{
    pw_int_addmul(&l->k, f, k);
}

static size_t index_of(const struct pw_linsum *l, uint32_t node)
{
    size_t i = l->m.n;
    while (i > 0 && l->m.at[i - 1].node >= node)
        i--;
    return i;
}

static void insert_at(struct pw_linsum *l, size_t i, uint32_t node)
{
    struct pw_mono fresh = {.node = node};
    pw_int_init(&fresh.c);
    pw_vec_push(&l->m, fresh);
    memmove(l->m.at + i + 1, l->m.at + i, (l->m.n - 1 - i) * sizeof *l->m.at);
    assert(i < l->m.n);
    l->m.at[i] = fresh;
}

static void remove_at(struct pw_linsum *l, size_t i)
{
    pw_int_clear(&l->m.at[i].c);
    l->m.n--;
    memmove(l->m.at + i, l->m.at + i + 1, (l->m.n - i) * sizeof *l->m.at);
}

static void add_one(struct pw_linsum *l, const pw_int *f, uint32_t node, const pw_int *c)
{
    size_t i = index_of(l, node);
    if (i == l->m.n || l->m.at[i].node != node) insert_at(l, i, node);
    assert(i < l->m.n);
    pw_int_addmul(&l->m.at[i].c, f, c);
    if (pw_int_sgn(&l->m.at[i].c) == 0) remove_at(l, i);
}

void pw_linsum_add(struct pw_linsum *l, const pw_int *f, const uint32_t *nodes, const pw_int *coefs,
                   size_t n)
{
    if (pw_int_sgn(f) == 0) return;
    for (size_t i = 0; i < n; i++)
        add_one(l, f, nodes[i], &coefs[i]);
}

void pw_linsum_neg(struct pw_linsum *l)
{
    for (size_t i = 0; i < l->m.n; i++)
        pw_int_neg(&l->m.at[i].c, &l->m.at[i].c);
    pw_int_neg(&l->k, &l->k);
}

void pw_linsum_content(const struct pw_linsum *l, pw_int *g)
{
    pw_int_abs(g, &l->m.at[0].c);
    for (size_t i = 1; i < l->m.n && !pw_int_is_one(g); i++)
        pw_int_gcd(g, g, &l->m.at[i].c);
}

void pw_linsum_divide(struct pw_linsum *l, const pw_int *g)
{
    if (pw_int_is_one(g)) return;
    for (size_t i = 0; i < l->m.n; i++)
        pw_int_divexact(&l->m.at[i].c, &l->m.at[i].c, g);
}
