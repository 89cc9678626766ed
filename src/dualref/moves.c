#include "dualref/moves.h"

#include <assert.h>
#include <stdlib.h>

#include "base/order.h"

void pw_moves_init(struct pw_moves *m, const struct pw_closure *c, struct pw_states *states)
{
    *m = (struct pw_moves){.c = c, .states = states};
}

void pw_moves_clear(struct pw_moves *m)
{
    pw_table_clear(&m->act_index);
    pw_table_clear(&m->reply_index);
    pw_vec_clear(&m->acts);
    pw_vec_clear(&m->outcomes);
    pw_vec_clear(&m->rows);
    pw_vec_clear(&m->lists);
    pw_vec_clear(&m->replies);
}

static bool same_act(const void *objects, uint32_t id, const void *key)
{
    const struct pw_act *a = &((const struct pw_moves *)objects)->acts.at[id], *k = key;
    return a->stmt == k->stmt && a->shared == k->shared && a->active == k->active;
}

static bool same_list(const void *objects, uint32_t id, const void *key)
{
    const struct pw_reply_list *l = &((const struct pw_moves *)objects)->lists.at[id], *k = key;
    return l->act == k->act && l->passive == k->passive;
}

/* ---- acts ---- */

struct collect_ctx {
    struct pw_moves *m;
    uint32_t to, passive_loc; /* locations afterwards */
    const pw_bdd *somes;      /* per block: rows of the passive thread at work */
    uint32_t nsomes;
};

static bool add_outcome(void *arg, const uint8_t *values)
{
    struct collect_ctx *k = arg;
    struct pw_outcome o;
    o.shared = pw_states_read_shared(k->m->states, values, PW_NEXT);
    o.active = pw_states_read_local(k->m->states, values, PW_ACTIVE, PW_NEXT, k->to);
    pw_vec_push(&k->m->outcomes, o);
    return true;
}

static pw_bdd next_vars(struct pw_dual *t, uint32_t active)
{
    return pw_bdd_and(t->bdds, pw_dual_vars(t, PW_SHARED, 0, PW_NEXT),
                      pw_dual_vars(t, PW_ACTIVE, active, PW_NEXT));
}

uint32_t pw_moves_act(struct pw_moves *m, uint32_t stmt, uint32_t shared, uint32_t active)
{
    struct pw_act act = {stmt, shared, active, 0, 0, 0};
    uint64_t hash = pw_hash_mix(pw_hash_mix(stmt, shared), active);
    int64_t known = pw_table_find(&m->act_index, hash, same_act, m, &act);
    if (known >= 0) return (uint32_t)known;
    struct pw_dual *t = m->c->t;
    assert(stmt < t->stmts.n);
    const struct pw_tstmt *s = &t->stmts.at[stmt];
    pw_bdd fixed = pw_bdd_and(t->bdds, pw_states_shared_cube(m->states, shared, PW_NOW),
                              pw_states_local_cube(m->states, active, PW_ACTIVE, PW_NOW));
    act.first = (uint32_t)m->outcomes.n;
    struct collect_ctx k = {.m = m, .to = s->to};
    pw_bdd_points(t->bdds, pw_bdd_cofactor(t->bdds, m->c->enabled[stmt], fixed),
                  next_vars(t, s->template), add_outcome, &k);
    act.n = (uint32_t)m->outcomes.n - act.first;
    act.rows = (uint32_t)m->rows.n;
    for (uint32_t q = 0; q < t->templates.n; q++)
        pw_vec_push(&m->rows, pw_bdd_cofactor(t->bdds, pw_dual_step(t, stmt, q), fixed));
    for (uint32_t i = 0; i < s->somes; i++)
        for (uint32_t q = 0; q < t->templates.n; q++)
            pw_vec_push(&m->rows, pw_bdd_cofactor(t->bdds, pw_dual_some(t, stmt, i, q), fixed));
    pw_vec_push(&m->acts, act);
    pw_table_add(&m->act_index, hash, (uint32_t)m->acts.n - 1);
    return (uint32_t)m->acts.n - 1;
}

/* ---- replies ---- */

uint32_t pw_moves_wanted(const struct pw_moves *m, uint32_t stmt)
{
    assert(stmt < m->c->t->stmts.n && m->c->t->stmts.at[stmt].somes < 32);
    return ((uint32_t)1 << m->c->t->stmts.at[stmt].somes) - 1;
}

/* The some blocks that a reply is in. */
static uint32_t serves(const struct collect_ctx *k, const struct pw_reply *r)
{
    struct pw_bdds *b = k->m->c->t->bdds;
    uint32_t set = 0;
    if (!k->nsomes) return 0;
    pw_bdd next = pw_bdd_and(b, pw_states_shared_cube(k->m->states, r->shared, PW_NEXT),
                             pw_states_local_cube(k->m->states, r->active, PW_ACTIVE, PW_NEXT));
    next = pw_bdd_and(b, next, pw_states_local_cube(k->m->states, r->passive, PW_PASSIVE, PW_NEXT));
    for (uint32_t i = 0; i < k->nsomes; i++)
        if (pw_bdd_implies(b, next, k->somes[i])) set |= (uint32_t)1 << i;
    return set;
}

static bool add_reply(void *arg, const uint8_t *values)
{
    struct collect_ctx *k = arg;
    struct pw_reply r;
    r.shared = pw_states_read_shared(k->m->states, values, PW_NEXT);
    r.active = pw_states_read_local(k->m->states, values, PW_ACTIVE, PW_NEXT, k->to);
    r.passive = pw_states_read_local(k->m->states, values, PW_PASSIVE, PW_NEXT, k->passive_loc);
    r.serves = 0;
    pw_vec_push(&k->m->replies, r);
    return true;
}

static int by_outcome(const void *a, const void *b)
{
    const struct pw_reply *x = a, *y = b;
    return PW_ORDER(x->shared, y->shared)
               ?: PW_ORDER(x->active, y->active)
               ?: PW_ORDER(x->passive, y->passive);
}

static uint32_t reply_list(struct pw_moves *m, uint32_t act, uint32_t p)
{
    struct pw_reply_list list = {act, p, (uint32_t)m->replies.n, 0};
    uint64_t hash = pw_hash_mix(act, p);
    int64_t known = pw_table_find(&m->reply_index, hash, same_list, m, &list);
    if (known >= 0) return (uint32_t)known;
    struct pw_dual *t = m->c->t;
    assert(act < m->acts.n);
    const struct pw_act *a = &m->acts.at[act];
    uint32_t q = pw_states_template(m->states, p);
    assert(a->stmt < t->stmts.n);
    assert(p < m->states->locals.n);
    const struct pw_tstmt *s = &t->stmts.at[a->stmt];
    struct collect_ctx k = {
        .m = m, .to = s->to, .passive_loc = m->states->locals.at[p].loc, .nsomes = s->somes};
    pw_bdd rows =
        pw_bdd_cofactor(t->bdds, m->rows.at[a->rows + q], pw_states_passive_cube(m->states, p));
    pw_bdd vars = pw_bdd_and(t->bdds, next_vars(t, t->stmts.at[a->stmt].template),
                             pw_dual_vars(t, PW_PASSIVE, q, PW_NEXT));
    pw_bdd_points(t->bdds, rows, vars, add_reply, &k);
    list.n = (uint32_t)m->replies.n - list.first;
    pw_bdd *somes = PW_NEWS(pw_bdd, s->somes);
    for (uint32_t i = 0; i < s->somes; i++)
        somes[i] = pw_bdd_cofactor(t->bdds, m->rows.at[a->rows + (i + 1) * t->templates.n + q],
                                   pw_states_passive_cube(m->states, p));
    k.somes = somes;
    for (size_t i = list.first; i < m->replies.n; i++)
        m->replies.at[i].serves = serves(&k, &m->replies.at[i]);
    PW_FREES(somes, s->somes);
    if (list.n) qsort(m->replies.at + list.first, list.n, sizeof *m->replies.at, by_outcome);
    pw_vec_push(&m->lists, list);
    pw_table_add(&m->reply_index, hash, (uint32_t)m->lists.n - 1);
    return (uint32_t)m->lists.n - 1;
}

size_t pw_moves_replies(struct pw_moves *m, uint32_t act, struct pw_outcome o, uint32_t p,
                        const struct pw_reply **first)
{
    uint32_t number = reply_list(m, act, p);
    assert(number < m->lists.n);
    const struct pw_reply_list *l = &m->lists.at[number];
    struct pw_reply least = {o.shared, o.active, 0, 0};
    const struct pw_reply *r = m->replies.at;
    size_t end = l->first + l->n, n = 0;
    size_t at = PW_FIRST(i, l->first, end, by_outcome(&r[i], &least) >= 0);
    while (at + n < end && r[at + n].shared == o.shared && r[at + n].active == o.active)
        n++;
    assert(at <= m->replies.n);
    *first = r + at;
    return n;
}
