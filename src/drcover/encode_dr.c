#include "drcover/encode_dr.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>

#include "base/limits.h"
#include "base/table.h"

struct encoder {
    struct pw_encoding *e;
    struct pw_dual *t;
    struct pw_bdds *m;
    /* of the shared state g at work: */
    uint32_t global;
    pw_bdd *here;  /* [template]: J at g, over passive location and now */
    pw_bdd *stays; /* [template]: the same, each with itself as next */
    /* relations by the diagrams of their rows, one per template */
    struct pw_table index;
    PW_VEC(pw_bdd) keys;
    PW_VEC(uint32_t) relations;
    PW_VEC(struct pw_pair) pairs;
    PW_VEC(struct pw_pair) moves; /* outcomes (g', a') of the act at work */
    /* of the outcome at work: (p, p') of some block i are serving[first_serving[i] ..
     * first_serving[i + 1] - 1] */
    PW_VEC(struct pw_pair) serving;
    PW_VEC(size_t) first_serving;
    uint32_t loc; /* location of what is being read */
};

static uint32_t templates(const struct encoder *k)
{
    return (uint32_t)k->t->templates.n;
}

/* ---- J, listed ---- */

struct list_ctx {
    struct encoder *k;
    uint32_t template;
};

static bool note_pair(void *arg, const uint8_t *values)
{
    struct list_ctx *l = arg;
    struct pw_states *st = &l->k->e->states;
    struct pw_pair p;
    p.from = pw_states_read_shared(st, values, PW_NOW);
    p.to = pw_states_read_local(st, values, PW_PASSIVE, PW_NOW,
                                pw_states_read_place(l->k->t, l->template, values));
    pw_vec_push(&l->k->e->occupied, p);
    return true;
}

static void list_slice(struct encoder *k)
{
    for (uint32_t q = 0; q < templates(k); q++) {
        struct list_ctx l = {k, q};
        pw_bdd vars = pw_bdd_and(k->m, pw_dual_vars(k->t, PW_SHARED, 0, PW_NOW),
                                 pw_dual_vars(k->t, PW_PASSIVE, q, PW_NOW));
        pw_bdd_points(k->m, k->e->slice.passive[q], pw_bdd_and(k->m, vars, pw_dual_loc_vars(k->t)),
                      note_pair, &l);
    }
    if (k->e->occupied.n)
        qsort(k->e->occupied.at, k->e->occupied.n, sizeof *k->e->occupied.at, pw_pair_order);
}

/* ---- passive relations ---- */

static bool same_key(const void *objects, uint32_t id, const void *key)
{
    const struct encoder *k = objects;
    const pw_bdd *rows = key;
    for (uint32_t q = 0; q < templates(k); q++)
        if (!pw_bdd_same(k->keys.at[id * templates(k) + q], rows[q])) return false;
    return true;
}

static bool note_passive(void *arg, const uint8_t *values)
{
    struct list_ctx *l = arg;
    struct pw_states *st = &l->k->e->states;
    uint32_t loc = pw_states_read_place(l->k->t, l->template, values);
    struct pw_pair p;
    p.from = pw_states_read_local(st, values, PW_PASSIVE, PW_NOW, loc);
    p.to = pw_states_read_local(st, values, PW_PASSIVE, PW_NEXT, loc);
    pw_vec_push(&l->k->pairs, p);
    return true;
}

/* k->pairs := the (p, p') of these rows, one diagram per template. */
static void list_pairs(struct encoder *k, const pw_bdd *rows)
{
    pw_vec_reset(&k->pairs);
    for (uint32_t q = 0; q < templates(k); q++) {
        struct list_ctx l = {k, q};
        pw_bdd vars = pw_bdd_and(k->m, pw_dual_vars(k->t, PW_PASSIVE, q, PW_NOW),
                                 pw_dual_vars(k->t, PW_PASSIVE, q, PW_NEXT));
        pw_bdd_points(k->m, rows[q], pw_bdd_and(k->m, vars, pw_dual_loc_vars(k->t)), note_passive,
                      &l);
    }
}

static uint32_t list_relation(struct encoder *k, const pw_bdd *rows)
{
    list_pairs(k, rows);
    return pw_system_relation(&k->e->system, PW_REST_SUNK, k->pairs.at, k->pairs.n);
}

static bool is_identity(const struct encoder *k, const pw_bdd *rows)
{
    for (uint32_t q = 0; q < templates(k); q++)
        if (!pw_bdd_same(rows[q], k->stays[q])) return false;
    return true;
}

/* The relation with these rows (over passive location, now, next), at the shared state at work. */
static uint32_t relation_of(struct encoder *k, const pw_bdd *rows)
{
    if (is_identity(k, rows)) return 0;
    uint64_t hash = 0;
    for (uint32_t q = 0; q < templates(k); q++)
        hash = pw_hash_mix(hash, rows[q].i);
    int64_t known = pw_table_find(&k->index, hash, same_key, k, rows);
    if (known >= 0) return k->relations.at[known];
    uint32_t relation = list_relation(k, rows);
    pw_table_add(&k->index, hash, (uint32_t)k->relations.n);
    pw_vec_push(&k->relations, relation);
    for (uint32_t q = 0; q < templates(k); q++)
        pw_vec_push(&k->keys, rows[q]);
    return relation;
}

static bool is_total(struct encoder *k, const pw_bdd *rows)
{
    for (uint32_t q = 0; q < templates(k); q++)
        if (!pw_bdd_implies(
                k->m, k->here[q],
                pw_bdd_exists(k->m, rows[q], pw_dual_vars(k->t, PW_PASSIVE, q, PW_NEXT))))
            return false;
    return true;
}

/* ---- traps: a transition that may empty one is split by the thread that stays in it ---- */

/* A transition under construction; `chosen` are passive threads (p, p') singled out so far. */
struct emitt_ctx {
    struct encoder *k;
    uint32_t stmt, relation, active;
    struct pw_pair after; /* (g', a') */
    bool witness;
    PW_VEC(struct pw_pair) chosen;
};

static pw_bdd trap_set(const struct pw_encoding *e, size_t trap, uint32_t q)
{
    return e->c->traps.at[trap * e->c->t->templates.n + q];
}

bool pw_encoding_in_trap(const struct pw_encoding *e, size_t trap, uint32_t global, uint32_t local)
{
    struct pw_bdds *m = e->c->t->bdds;
    pw_bdd at = pw_bdd_and(m, pw_states_shared_cube(&e->states, global, PW_NOW),
                           pw_states_passive_cube(&e->states, local));
    return pw_bdd_implies(m, at, trap_set(e, trap, pw_states_template(&e->states, local)));
}

/* Every passive thread that is in the trap takes part, so (the trap being one) it stays in. */
static bool keeps_trap(struct encoder *k, size_t trap, const pw_bdd *rows)
{
    pw_bdd here = pw_states_shared_cube(&k->e->states, k->global, PW_NOW);
    for (uint32_t q = 0; q < templates(k); q++) {
        pw_bdd inside =
            pw_bdd_and(k->m, k->here[q], pw_bdd_cofactor(k->m, trap_set(k->e, trap, q), here));
        if (!pw_bdd_implies(
                k->m, inside,
                pw_bdd_exists(k->m, rows[q], pw_dual_vars(k->t, PW_PASSIVE, q, PW_NEXT))))
            return false;
    }
    return true;
}

static bool is_safe_for(struct emitt_ctx *x, size_t trap, const pw_bdd *rows)
{
    struct encoder *k = x->k;
    if (pw_encoding_in_trap(k->e, trap, x->after.from, x->after.to)) return true;
    for (size_t i = 0; i < x->chosen.n; i++)
        if (pw_encoding_in_trap(k->e, trap, x->after.from, x->chosen.at[i].to)) return true;
    return keeps_trap(k, trap, rows);
}

static void add_transition(struct emitt_ctx *x)
{
    struct pw_encoding *e = x->k->e;
    PW_VEC(struct pw_tok) pre = {0}, post = {0};
    pw_vec_push(&pre, ((struct pw_tok){x->active, 1}));
    pw_vec_push(&post, ((struct pw_tok){x->after.to, 1}));
    for (size_t i = 0; i < x->chosen.n; i++) {
        pw_vec_push(&pre, ((struct pw_tok){x->chosen.at[i].from, 1}));
        pw_vec_push(&post, ((struct pw_tok){x->chosen.at[i].to, 1}));
    }
    pw_system_trans(&e->system, x->k->global, x->after.from, pre.at, pre.n, x->relation, post.at,
                    post.n, x->witness && !x->chosen.n, x->stmt);
    pw_vec_push(&e->actives, ((struct pw_pair){x->active, x->after.to}));
    for (size_t i = 0; i < x->chosen.n; i++)
        pw_vec_push(&e->keepers, x->chosen.at[i]);
    pw_vec_push(&e->first_keeper, (uint32_t)e->keepers.n);
    pw_vec_clear(&pre);
    pw_vec_clear(&post);
}

/* Works off the traps; for each that might be left empty, every passive thread that could stay in
 * it is singled out in turn. */
static void emit(struct emitt_ctx *x, const pw_bdd *rows, size_t trap)
{
    pw_limits_poll();
    while (trap < pw_closure_traps(x->k->e->c) && is_safe_for(x, trap, rows))
        trap++;
    if (trap == pw_closure_traps(x->k->e->c)) {
        add_transition(x);
        return;
    }
    assert(x->relation < x->k->e->system.relations.n);
    const struct pw_relation *r = &x->k->e->system.relations.at[x->relation];
    for (uint32_t i = 0; i < r->n; i++) {
        struct pw_pair p = x->k->e->system.relations.at[x->relation].pairs[i];
        if (p.to == PW_SUNK || !pw_encoding_in_trap(x->k->e, trap, x->after.from, p.to)) continue;
        pw_vec_push(&x->chosen, p);
        emit(x, rows, trap + 1);
        (void)pw_vec_pop(&x->chosen);
        r = &x->k->e->system.relations.at[x->relation];
    }
}

/* ---- some blocks: a transition is split by the threads that serve them ---- */

static bool is_served(const struct emitt_ctx *x, size_t block)
{
    const struct encoder *k = x->k;
    for (size_t i = k->first_serving.at[block]; i < k->first_serving.at[block + 1]; i++)
        for (size_t c = 0; c < x->chosen.n; c++)
            if (!pw_pair_order(&k->serving.at[i], &x->chosen.at[c])) return true;
    return false;
}

/* A block that a chosen thread serves needs no other: more threads give larger transitions. */
static void emit_served(struct emitt_ctx *x, const pw_bdd *rows, size_t block)
{
    struct encoder *k = x->k;
    pw_limits_poll();
    while (block + 1 < k->first_serving.n && is_served(x, block))
        block++;
    if (block + 1 >= k->first_serving.n) {
        emit(x, rows, 0);
        return;
    }
    for (size_t i = k->first_serving.at[block]; i < k->first_serving.at[block + 1]; i++) {
        assert(i < k->serving.n);
        pw_vec_push(&x->chosen, k->serving.at[i]);
        emit_served(x, rows, block + 1);
        (void)pw_vec_pop(&x->chosen);
    }
}

/* The (p, p') of every some block of s, for the act and the outcome that `fixed` fixes. */
static void list_serving(struct encoder *k, uint32_t s, pw_bdd fixed)
{
    pw_bdd *rows = PW_NEWS(pw_bdd, templates(k));
    pw_vec_reset(&k->serving);
    pw_vec_reset(&k->first_serving);
    pw_vec_push(&k->first_serving, (size_t)0);
    for (uint32_t i = 0; i < k->t->stmts.at[s].somes; i++) {
        for (uint32_t q = 0; q < templates(k); q++)
            rows[q] = pw_bdd_and(k->m, pw_bdd_cofactor(k->m, pw_dual_some(k->t, s, i, q), fixed),
                                 k->here[q]);
        list_pairs(k, rows);
        for (size_t n = 0; n < k->pairs.n; n++)
            pw_vec_push(&k->serving, k->pairs.at[n]);
        pw_vec_push(&k->first_serving, k->serving.n);
    }
    PW_FREES(rows, templates(k));
}

/* ---- transitions ---- */

static bool note_outcome(void *arg, const uint8_t *values)
{
    struct encoder *k = arg;
    struct pw_pair p = {pw_states_read_shared(&k->e->states, values, PW_NEXT),
                        pw_states_read_local(&k->e->states, values, PW_ACTIVE, PW_NEXT, k->loc)};
    pw_vec_push(&k->moves, p);
    return true;
}

/* rows: R[s][q] with g and a fixed (by `act`), for the passive threads of J at g. */
static void add_outcome(struct encoder *k, uint32_t s, uint32_t a, struct pw_pair o,
                        const pw_bdd *rows, pw_bdd act)
{
    pw_bdd *passive = PW_NEWS(pw_bdd, templates(k));
    pw_bdd fixed = pw_bdd_and(k->m, pw_states_shared_cube(&k->e->states, o.from, PW_NEXT),
                              pw_states_local_cube(&k->e->states, o.to, PW_ACTIVE, PW_NEXT));
    for (uint32_t q = 0; q < templates(k); q++)
        passive[q] = pw_bdd_cofactor(k->m, rows[q], fixed);
    bool total = is_total(k, passive);
    uint32_t relation = relation_of(k, passive);
    struct emitt_ctx x = {.k = k,
                          .stmt = s,
                          .relation = relation,
                          .active = a,
                          .after = o,
                          .witness = !total && pw_closure_needs_witness(k->e->c)};
    list_serving(k, s, pw_bdd_and(k->m, act, fixed));
    size_t before = k->e->system.trans.n;
    emit_served(&x, passive, 0);
    if (!total && k->e->system.trans.n > before) k->e->may_sink = true;
    pw_vec_clear(&x.chosen);
    PW_FREES(passive, templates(k));
}

static void list_outcomes(struct encoder *k, uint32_t s, const pw_bdd *rows, pw_bdd fixed)
{
    assert(s < k->t->stmts.n);
    const struct pw_tstmt *st = &k->t->stmts.at[s];
    pw_bdd some = PW_BDD_FALSE;
    for (uint32_t q = 0; q < templates(k); q++) {
        pw_bdd gone = pw_bdd_and(k->m, pw_dual_vars(k->t, PW_PASSIVE, q, PW_NOW),
                                 pw_dual_vars(k->t, PW_PASSIVE, q, PW_NEXT));
        some =
            pw_bdd_or(k->m, some,
                      pw_bdd_exists(k->m, rows[q], pw_bdd_and(k->m, gone, pw_dual_loc_vars(k->t))));
    }
    if (k->e->c->mode == PW_CLOSURE_PAPER) some = pw_bdd_cofactor(k->m, k->e->c->enabled[s], fixed);
    pw_bdd vars = pw_bdd_and(k->m, pw_dual_vars(k->t, PW_SHARED, 0, PW_NEXT),
                             pw_dual_vars(k->t, PW_ACTIVE, st->template, PW_NEXT));
    k->loc = st->to;
    pw_vec_reset(&k->moves);
    pw_bdd_points(k->m, some, vars, note_outcome, k);
}

static void add_act(struct encoder *k, uint32_t s, uint32_t a)
{
    pw_limits_poll();
    pw_bdd *rows = PW_NEWS(pw_bdd, templates(k));
    pw_bdd fixed = pw_bdd_and(k->m, pw_states_shared_cube(&k->e->states, k->global, PW_NOW),
                              pw_states_local_cube(&k->e->states, a, PW_ACTIVE, PW_NOW));
    for (uint32_t q = 0; q < templates(k); q++)
        rows[q] =
            pw_bdd_and(k->m, pw_bdd_cofactor(k->m, pw_dual_step(k->t, s, q), fixed), k->here[q]);
    list_outcomes(k, s, rows, fixed);
    for (size_t i = 0; i < k->moves.n; i++)
        add_outcome(k, s, a, k->moves.at[i], rows, fixed);
    PW_FREES(rows, templates(k));
}

static void enter_global(struct encoder *k, uint32_t g)
{
    k->global = g;
    for (uint32_t q = 0; q < templates(k); q++) {
        k->here[q] = k->stays[q] = pw_bdd_cofactor(k->m, k->e->slice.passive[q],
                                                   pw_states_shared_cube(&k->e->states, g, PW_NOW));
        for (uint32_t f = 0; f < k->t->templates.at[q].fields.n; f++)
            k->stays[q] = pw_bdd_and(k->m, k->stays[q], pw_dual_keeps(k->t, PW_PASSIVE, q, f));
    }
}

static void add_transitions(struct encoder *k)
{
    for (size_t i = 0; i < k->e->occupied.n; i++) {
        struct pw_pair at = k->e->occupied.at[i];
        if (i == 0 || at.from != k->global) enter_global(k, at.from);
        for (uint32_t s = 0; s < k->t->stmts.n; s++)
            if (k->t->stmts.at[s].from == k->e->states.locals.at[at.to].loc) add_act(k, s, at.to);
    }
}

/* ---- initial condition ---- */

struct start_ctx {
    struct encoder *k;
    uint32_t active, passive;
};

static bool note_initial(void *arg, const uint8_t *values)
{
    struct start_ctx *s = arg;
    struct pw_states *st = &s->k->e->states;
    uint32_t g = pw_states_read_shared(st, values, PW_NOW);
    uint32_t a =
        pw_states_read_local(st, values, PW_ACTIVE, PW_NOW, s->k->t->templates.at[s->active].entry);
    uint32_t p = pw_states_read_local(st, values, PW_PASSIVE, PW_NOW,
                                      s->k->t->templates.at[s->passive].entry);
    pw_init_pairs_allow(&s->k->e->init, g, a, p);
    return true;
}

static void add_initial(struct encoder *k)
{
    for (uint32_t a = 0; a < templates(k); a++)
        for (uint32_t q = 0; q < templates(k); q++) {
            struct start_ctx s = {k, a, q};
            pw_bdd vars = pw_bdd_and(k->m, pw_dual_vars(k->t, PW_SHARED, 0, PW_NOW),
                                     pw_dual_vars(k->t, PW_ACTIVE, a, PW_NOW));
            pw_bdd_points(k->m, pw_dual_init(k->t, a, q),
                          pw_bdd_and(k->m, vars, pw_dual_vars(k->t, PW_PASSIVE, q, PW_NOW)),
                          note_initial, &s);
        }
    for (uint32_t l = 0; l < k->e->states.locals.n; l++)
        pw_init_pairs_local(&k->e->init, l, pw_states_template(&k->e->states, l));
    for (uint32_t q = 0; q < templates(k); q++)
        pw_init_pairs_count(&k->e->init, q, k->t->templates.at[q].count);
    pw_init_pairs_attach(&k->e->init, &k->e->system);
}

/* ---- targets ---- */

/* Chosen local states for one bad condition at one shared state, worked off term by term. */
struct target_ctx {
    struct encoder *k;
    uint32_t bad, global;
    const struct pw_pair *here; /* J at this shared state */
    size_t n_here;
    PW_VEC(struct pw_tok) chosen;
};

static int64_t chosen_with(const struct target_ctx *x, uint32_t label)
{
    int64_t n = 0;
    for (size_t i = 0; i < x->chosen.n; i++)
        if (pw_states_has_label(&x->k->e->states, x->chosen.at[i].local, label))
            n += x->chosen.at[i].count;
    return n;
}

/* How many more threads of this local state's template there can be, if fewer than `wanted`. */
static int64_t room_for(const struct target_ctx *x, uint32_t local, int64_t wanted)
{
    const struct pw_states *st = &x->k->e->states;
    uint32_t q = pw_states_template(st, local);
    assert(q < x->k->t->templates.n);
    int64_t left = x->k->t->templates.at[q].count;
    if (left < 0) return wanted;
    for (size_t i = 0; i < x->chosen.n; i++)
        if (pw_states_template(st, x->chosen.at[i].local) == q) left -= x->chosen.at[i].count;
    return left < wanted ? left : wanted;
}

/* Within one term local states are chosen in the order of J, with their numbers, so each multiset
 * is met once. */
static void choose(struct target_ctx *x, size_t term, size_t from)
{
    pw_limits_poll();
    assert(x->bad < x->k->t->bad.n);
    const struct pw_bad *bad = &x->k->t->bad.at[x->bad];
    if (term == bad->terms.n) {
        pw_system_target(&x->k->e->system, x->global, x->chosen.at, x->chosen.n);
        pw_vec_push(&x->k->e->target_bad, x->bad);
        return;
    }
    assert(term < bad->terms.n);
    int64_t missing = bad->terms.at[term].k - chosen_with(x, bad->terms.at[term].label);
    if (missing <= 0) {
        choose(x, term + 1, 0);
        return;
    }
    for (size_t i = from; i < x->n_here; i++) {
        if (!pw_states_has_label(&x->k->e->states, x->here[i].to, bad->terms.at[term].label))
            continue;
        for (int64_t n = room_for(x, x->here[i].to, missing); n > 0; n--) {
            pw_vec_push(&x->chosen, ((struct pw_tok){x->here[i].to, n}));
            choose(x, term, i + 1);
            (void)pw_vec_pop(&x->chosen);
        }
    }
}

static void add_targets(struct encoder *k)
{
    const struct pw_pair *j = k->e->occupied.at;
    for (size_t i = 0, end; i < k->e->occupied.n; i = end) {
        for (end = i; end < k->e->occupied.n && j[end].from == j[i].from;)
            end++;
        for (uint32_t b = 0; b < k->t->bad.n; b++) {
            struct target_ctx x = {
                .k = k, .bad = b, .global = j[i].from, .here = j + i, .n_here = end - i};
            choose(&x, 0, 0);
            pw_vec_clear(&x.chosen);
        }
    }
}

/* ---- all of it ---- */

void pw_encode_dr(struct pw_encoding *e, const struct pw_closure *c)
{
    assert(c->mode != PW_CLOSURE_NONE);
    *e = (struct pw_encoding){.c = c};
    struct encoder k = {.e = e, .t = c->t, .m = c->t->bdds};
    pw_dr_slice_init(&e->slice, c);
    pw_states_init(&e->states, c->t);
    list_slice(&k);
    uint32_t globals = e->states.n_shared, locals = (uint32_t)e->states.locals.n;
    pw_system_init(&e->system, globals, locals);
    pw_init_pairs_init(&e->init, templates(&k), locals);
    k.here = PW_NEWS(pw_bdd, templates(&k));
    k.stays = PW_NEWS(pw_bdd, templates(&k));
    pw_vec_push(&e->first_keeper, 0);
    add_transitions(&k);
    add_initial(&k);
    add_targets(&k);
    assert(e->states.n_shared == globals && e->states.locals.n == locals); /* J is closed */
    PW_FREES(k.here, templates(&k));
    PW_FREES(k.stays, templates(&k));
    pw_table_clear(&k.index);
    pw_vec_clear(&k.keys);
    pw_vec_clear(&k.relations);
    pw_vec_clear(&k.pairs);
    pw_vec_clear(&k.moves);
    pw_vec_clear(&k.serving);
    pw_vec_clear(&k.first_serving);
}

void pw_encoding_clear(struct pw_encoding *e)
{
    pw_system_clear(&e->system);
    pw_init_pairs_clear(&e->init);
    pw_states_clear(&e->states);
    pw_dr_slice_clear(&e->slice);
    pw_vec_clear(&e->occupied);
    pw_vec_clear(&e->target_bad);
    pw_vec_clear(&e->actives);
    pw_vec_clear(&e->keepers);
    pw_vec_clear(&e->first_keeper);
}

void pw_encoding_print(const struct pw_encoding *e, uint32_t global, const struct pw_tok *toks,
                       size_t n, struct pw_strbuf *out)
{
    if (e->c->t->shared.n && global != PW_ANY_GLOBAL) {
        pw_states_print_shared(&e->states, global, out);
        pw_strbuf_puts(out, ": ");
    }
    for (size_t i = 0; i < n; i++) {
        pw_strbuf_printf(out, "%s%" PRId64 " x ", i ? "; " : "", toks[i].count);
        pw_states_print_local(&e->states, toks[i].local, out);
    }
}
