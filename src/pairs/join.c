#include "pairs/join.h"

#include <assert.h>
#include <string.h>

#include "base/limits.h"

void pw_join_init(struct pw_join *x, struct pw_encode *enc, struct pw_keys *keys,
                  struct pw_counts *counts)
{
    *x = (struct pw_join){.enc = enc, .keys = keys, .counts = counts};
    x->ordered = pw_program_uses(enc->views->p) & PW_USES_ORDER;
    pw_zone_init(&x->zone, enc->terms);
    pw_zone_init(&x->cases, enc->terms);
    pw_arena_init(&x->arena);
}

void pw_join_clear(struct pw_join *x)
{
    pw_vec_clear(&x->given);
    pw_vec_clear(&x->stamp);
    pw_vec_clear(&x->clauses);
    pw_vec_clear(&x->ask);
    pw_zone_clear(&x->zone);
    pw_zone_clear(&x->cases);
    pw_vec_clear(&x->rows);
    pw_table_clear(&x->row_index);
    pw_arena_clear(&x->arena);
}

/* ---- the query ---- */

void pw_join_start(struct pw_join *x)
{
    pw_vec_reset(&x->given);
    pw_vec_reset(&x->clauses);
    x->used = 0;
    x->now++;
    x->zone_ready = false;
    x->stats.queries++;
}

static bool is_given(const struct pw_join *x, pw_term a)
{
    return pw_term_same(a, PW_TERM_TRUE) || (a.id < x->stamp.n && x->stamp.at[a.id] == x->now);
}

void pw_join_given(struct pw_join *x, pw_term a)
{
    struct pw_terms *t = x->enc->terms;
    if (is_given(x, a)) return;
    if (pw_term_kind(t, a) == PW_AND && !pw_term_negated(a)) {
        for (size_t i = 0; i < pw_term_arity(t, a); i++)
            pw_join_given(x, pw_term_arg(t, a, i));
        return;
    }
    while (x->stamp.n <= a.id)
        pw_vec_push(&x->stamp, 0);
    assert(a.id < x->stamp.n);
    x->stamp.at[a.id] = x->now;
    if (pw_term_kind(t, a) == PW_AND)
        pw_vec_push(&x->clauses, a);
    else
        pw_vec_push(&x->given, a);
    x->zone_ready = false;
}

static void give_facts(struct pw_join *x, const struct pw_key *key, struct pw_atom_table *t,
                       uint32_t i, uint32_t j)
{
    for (uint32_t k = 0; k < t->atoms.n; k++)
        if (pw_key_says(key, t, k)) pw_join_given(x, pw_atoms_term(x->keys->atoms, t, k, i, j));
}

bool pw_join_pair(struct pw_join *x, uint32_t sigma, uint32_t u, uint32_t i, uint32_t v, uint32_t j)
{
    int64_t id = pw_keys_find(x->keys, sigma, u, v);
    if (id < 0) return false;
    assert((size_t)id < x->keys->at.n);
    const struct pw_key *key = &x->keys->at.at[id];
    struct pw_atom_table *t = pw_keys_table(x->keys, key->u, key->v);
    if (key->u == u) give_facts(x, key, t, i, j);
    if (key->v == u) give_facts(x, key, t, j, i);
    pw_join_different(x, i, j);
    return true;
}

void pw_join_different(struct pw_join *x, uint32_t i, uint32_t j)
{
    assert(i != j);
    if (!x->ordered) return;
    pw_term same =
        pw_term_eq(x->enc->terms, pw_encode_position(x->enc, i), pw_encode_position(x->enc, j));
    pw_join_given(x, pw_term_not(same));
}

/* ---- the judges ---- */

static bool zone_possible(struct pw_join *x)
{
    if (x->zone_ready) return !x->zone.empty;
    pw_zone_reset(&x->zone);
    for (size_t i = 0; i < x->given.n; i++)
        pw_zone_assume(&x->zone, x->given.at[i]);
    x->zone_ready = true;
    return pw_zone_close(&x->zone);
}

/* Moves the clauses that the model violates to those in use. False: there are none. */
static bool use_violated(struct pw_join *x)
{
    size_t before = x->used;
    for (size_t i = x->used; i < x->clauses.n; i++) {
        pw_term c = x->clauses.at[i];
        if (pw_solver_bool_value(x->enc->solver, c)) continue;
        assert(x->used < x->clauses.n);
        x->clauses.at[i] = x->clauses.at[x->used];
        x->clauses.at[x->used++] = c;
    }
    return x->used > before;
}

/* Has the query with a and b a model? Most clauses do not matter: each is asserted when a model
 * violates it, from then on in this query. */
static bool ask_solver(struct pw_join *x, pw_term a, pw_term b)
{
    do {
        pw_limits_poll();
        x->stats.checks++;
        pw_vec_reset(&x->ask);
        for (size_t i = 0; i < x->given.n; i++)
            pw_vec_push(&x->ask, x->given.at[i]);
        for (size_t i = 0; i < x->used; i++)
            pw_vec_push(&x->ask, x->clauses.at[i]);
        if (!pw_term_same(a, PW_TERM_TRUE)) pw_vec_push(&x->ask, a);
        if (!pw_term_same(b, PW_TERM_TRUE)) pw_vec_push(&x->ask, b);
        if (!pw_solver_check(x->enc->solver, x->ask.at, x->ask.n)) return false;
    } while (use_violated(x));
    return true;
}

bool pw_join_possible(struct pw_join *x)
{
    return zone_possible(x) && ask_solver(x, PW_TERM_TRUE, PW_TERM_TRUE);
}

bool pw_join_refutes(struct pw_join *x, pw_term a)
{
    if (is_given(x, a) || !zone_possible(x) || pw_zone_follows(&x->zone, a)) return false;
    return ask_solver(x, pw_term_not(a), PW_TERM_TRUE);
}

/* ---- terms after a step ---- */

static bool row_is(const void *objects, uint32_t id, const void *key)
{
    const struct pw_join_row *a = &((const struct pw_join *)objects)->rows.at[id], *b = key;
    return a->step == b->step && a->table == b->table && a->i == b->i && a->j == b->j &&
           a->react[0] == b->react[0] && a->react[1] == b->react[1];
}

static pw_term *row_of(struct pw_join *x, struct pw_atom_table *t, uint32_t i, uint32_t j,
                       const struct pw_step *step, const struct pw_reaction *const react[2])
{
    struct pw_join_row row = {step, t, i, j, {react[0], react[1]}, NULL};
    uint64_t h = pw_hash_mix(pw_hash_mix((uintptr_t)step, (uintptr_t)t), 4 * i + j);
    if (react[0] || react[1])
        h = pw_hash_mix(pw_hash_mix(h, (uintptr_t)react[0]), (uintptr_t)react[1]);
    int64_t found = pw_table_find(&x->row_index, h, row_is, x, &row);
    if (found >= 0) return x->rows.at[found].at;
    row.at = pw_arena_alloc(&x->arena, (t->nplain + 1) * sizeof *row.at);
    memset(row.at, 0xff, (t->nplain + 1) * sizeof *row.at);
    pw_table_add(&x->row_index, h, (uint32_t)x->rows.n);
    pw_vec_push(&x->rows, row);
    return row.at;
}

/* ---- goals: the target's facts after the step ---- */

/* The target, read in one or (u = v) in two ways. */
struct join_ctx {
    struct pw_join *x;
    const struct pw_join_target *to;
    struct pw_atom_table *t;
    uint32_t key;
    int ways;
    uint32_t first[2], second[2];          /* slots of the two threads */
    const struct pw_reaction *react[2][2]; /* per way, of the first and the second */
    pw_term *row[2];
    bool lost;
};

static struct pw_key *key_of(const struct join_ctx *g)
{
    assert(g->key < g->x->keys->at.n);
    return &g->x->keys->at.at[g->key];
}

/* A plain atom after the step. */
static pw_term after(struct join_ctx *g, uint32_t atom, int way)
{
    struct pw_atoms *atoms = g->x->keys->atoms;
    uint32_t i = g->first[way], j = g->second[way];
    if (!g->to->step) return pw_atoms_term(atoms, g->t, atom, i, j);
    pw_term *at = &g->row[way][atom];
    if (at->id == UINT32_MAX)
        *at = pw_atoms_after(atoms, g->t, atom, i, j, g->to->step, g->react[way]);
    return *at;
}

/* ---- the journal ---- */

void pw_join_journal_clear(struct pw_join_journal *j)
{
    for (size_t i = 0; i < j->texts.n; i++)
        pw_mem_strfree(j->texts.at[i]);
    pw_vec_clear(&j->texts);
    pw_vec_clear(&j->events);
}

static void print_value(struct pw_join *x, pw_term t, const char *name, struct pw_strbuf *out)
{
    pw_int value;
    pw_int_init(&value);
    pw_solver_int_value(x->enc->solver, t, &value);
    pw_strbuf_printf(out, "%s%s = ", out->n ? ", " : "", name);
    pw_int_print(&value, out);
    pw_int_clear(&value);
}

static void print_thread(struct pw_join *x, uint32_t slot, uint32_t view, bool first,
                         struct pw_strbuf *out)
{
    const struct pw_views *v = x->enc->views;
    uint32_t kind = pw_views_at(v, view)->kind;
    if (kind >= v->p->ntemplates) return;
    if (out->n) pw_strbuf_puts(out, "; ");
    pw_views_print_thread(v, view, first, out);
    for (uint32_t i = 0; i < v->kinds[kind].nints; i++)
        print_value(x, pw_encode_local(x->enc, slot, kind, i),
                    pw_var_shown(&v->kinds[kind].vars[v->kinds[kind].ints[i]]), out);
}

/* The state before the step in the solver's model: the thread that takes it first. */
static void describe(struct join_ctx *g)
{
    const struct pw_join_target *to = g->to;
    const struct pw_views *v = g->x->enc->views;
    struct pw_strbuf b = {0};
    if (to->step) pw_views_print_sigma(v, to->step->sigma, &b);
    for (uint32_t i = 0; i < v->shared.nints; i++)
        print_value(g->x, g->x->enc->ints[i], pw_var_shown(&v->shared.vars[v->shared.ints[i]]), &b);
    if (to->step) print_thread(g->x, 0, to->step->view, true, &b);
    if (!to->step || to->i != 0) print_thread(g->x, to->i, to->u, !to->step, &b);
    if (!to->step || to->j != 0) print_thread(g->x, to->j, to->v, false, &b);
    pw_vec_push(&g->x->journal->texts, pw_mem_strdup(pw_strbuf_text(&b)));
    pw_strbuf_clear(&b);
}

/* pre: there is a journal, and its last text is of the solver's model. */
static void record(struct join_ctx *g, uint32_t atom)
{
    const struct pw_join_target *to = g->to;
    struct pw_join_journal *j = g->x->journal;
    bool first = to->i == 0;
    struct pw_join_event e = {
        g->key,        atom, to->step, to->step && (first || to->j == 0), first ? to->v : to->u,
        j->texts.n - 1};
    assert(j->texts.n);
    pw_vec_push(&j->events, e);
}

static bool is_pinned(const struct join_ctx *g, uint32_t atom)
{
    const struct pw_join_pin *p = g->x->pin;
    if (!p) return false;
    if (p->always) return pw_expr_equal(g->t->atoms.at[atom].expr, p->always);
    const struct pw_key *k = key_of(g);
    return p->atom == atom && p->sigma == k->sigma && p->u == k->u && p->v == k->v;
}

static void drop(struct join_ctx *g, uint32_t atom)
{
    if (is_pinned(g, atom)) {
        g->x->pin->false_at_start |= !g->to->step;
        return;
    }
    if (g->x->journal) record(g, atom);
    pw_key_drop(key_of(g), atom);
    g->lost = true;
}

static bool true_in_model(struct join_ctx *g, uint32_t atom, int way)
{
    return pw_solver_bool_value(g->x->enc->solver, after(g, atom, way));
}

/* Drops every fact that the solver's model violates. */
static void drop_by_model(struct join_ctx *g)
{
    size_t plain = g->t->nplain, n = g->t->atoms.n;
    bool *holds = PW_NEWS(bool, plain + 1);
    if (g->x->journal) describe(g);
    for (int way = 0; way < g->ways; way++) {
        for (uint32_t k = 0; k < plain; k++) {
            if (n == plain && !pw_key_has(key_of(g), k)) continue;
            holds[k] = true_in_model(g, k, way);
            if (!holds[k] && pw_key_has(key_of(g), k)) drop(g, k);
        }
        for (uint32_t k = (uint32_t)plain; k < n; k++) {
            assert(k < g->t->atoms.n);
            const struct pw_atom *a = &g->t->atoms.at[k];
            if (holds[a->premise] && !holds[a->conclusion] && pw_key_has(key_of(g), k)) drop(g, k);
        }
    }
    PW_FREES(holds, plain + 1);
}

/* Proves or drops one plain fact, read in one way. */
static void settle_plain(struct join_ctx *g, uint32_t atom, int way)
{
    pw_term a = after(g, atom, way);
    if (is_given(g->x, a) || pw_zone_follows(&g->x->zone, a)) return;
    if (ask_solver(g->x, pw_term_not(a), PW_TERM_TRUE)) drop_by_model(g);
}

/* Is some plain fact not obviously kept? */
static bool needs_proof(struct join_ctx *g, uint32_t atom)
{
    for (int way = 0; way < g->ways; way++)
        if (!is_given(g->x, after(g, atom, way))) return true;
    return false;
}

static void settle_plains(struct join_ctx *g)
{
    for (uint32_t k = 0; k < g->t->nplain; k++) {
        if (!pw_key_has(key_of(g), k) || !needs_proof(g, k)) continue;
        if (!zone_possible(g->x)) return;
        for (int way = 0; way < g->ways && pw_key_has(key_of(g), k); way++)
            settle_plain(g, k, way);
    }
}

/* ---- cases p => a ---- */

static bool case_is_given(struct join_ctx *g, pw_term premise, pw_term conclusion)
{
    struct pw_terms *t = g->x->enc->terms;
    if (is_given(g->x, conclusion) || is_given(g->x, pw_term_not(premise))) return true;
    return is_given(g->x, pw_term_implies(t, premise, conclusion));
}

/* The zone of the query and a premise; kept while the premise is the same. */
static bool cases_possible(struct join_ctx *g, pw_term premise, pw_term *ready)
{
    struct pw_zone *z = &g->x->cases;
    if (pw_term_same(premise, *ready)) return !z->empty;
    pw_zone_reset(z);
    for (size_t i = 0; i < g->x->given.n; i++)
        pw_zone_assume(z, g->x->given.at[i]);
    pw_zone_assume(z, premise);
    *ready = premise;
    return pw_zone_close(z);
}

static void settle_case(struct join_ctx *g, uint32_t atom, int way, pw_term *ready)
{
    assert(atom < g->t->atoms.n);
    const struct pw_atom *a = &g->t->atoms.at[atom];
    pw_term premise = after(g, (uint32_t)a->premise, way);
    pw_term conclusion = after(g, (uint32_t)a->conclusion, way);
    if (case_is_given(g, premise, conclusion)) return;
    if (!cases_possible(g, premise, ready) || pw_zone_follows(&g->x->cases, conclusion)) return;
    if (ask_solver(g->x, premise, pw_term_not(conclusion))) drop_by_model(g);
}

static void settle_cases(struct join_ctx *g)
{
    for (int way = 0; way < g->ways; way++) {
        pw_term ready = {UINT32_MAX};
        for (uint32_t k = (uint32_t)g->t->nplain; k < g->t->atoms.n; k++)
            if (pw_key_says(key_of(g), g->t, k)) {
                if (!zone_possible(g->x)) return;
                settle_case(g, k, way, &ready);
            }
    }
}

/* ---- joining ---- */

static void orient(struct join_ctx *g)
{
    const struct pw_join_target *to = g->to;
    bool turn = pw_keys_before(g->x->keys->views, to->v, to->u);
    g->ways = to->u == to->v ? 2 : 1;
    g->t = pw_keys_table(g->x->keys, turn ? to->v : to->u, turn ? to->u : to->v);
    g->first[0] = g->second[1] = turn ? to->j : to->i;
    g->second[0] = g->first[1] = turn ? to->i : to->j;
    g->react[0][0] = g->react[1][1] = to->react[turn];
    g->react[0][1] = g->react[1][0] = to->react[!turn];
    for (int way = 0; way < g->ways && to->step; way++)
        g->row[way] = row_of(g->x, g->t, g->first[way], g->second[way], to->step, g->react[way]);
}

static bool atom_is_kept(struct join_ctx *g, uint32_t atom)
{
    for (int way = 0; way < g->ways; way++) {
        pw_term before =
            pw_atoms_term(g->x->keys->atoms, g->t, atom, g->first[way], g->second[way]);
        if (!pw_term_same(before, after(g, atom, way))) return false;
    }
    return true;
}

bool pw_join_keeps(struct pw_join *x, const struct pw_join_target *to)
{
    struct join_ctx g = {.x = x, .to = to};
    int64_t key = pw_keys_find(x->keys, to->sigma, to->u, to->v);
    if (key < 0) return false;
    orient(&g);
    g.key = (uint32_t)key;
    for (uint32_t k = 0; k < g.t->atoms.n; k++) {
        const struct pw_atom *a = &g.t->atoms.at[k];
        if (!pw_key_says(key_of(&g), g.t, k)) continue;
        if (a->premise < 0 ? !atom_is_kept(&g, k)
                           : !atom_is_kept(&g, (uint32_t)a->premise) ||
                                 !atom_is_kept(&g, (uint32_t)a->conclusion))
            return false;
    }
    return true;
}

/* A key that was not there: one model first, which drops most. */
static bool start_key(struct join_ctx *g)
{
    const struct pw_join_target *to = g->to;
    bool turn = pw_keys_before(g->x->keys->views, to->v, to->u);
    if (!pw_join_possible(g->x)) return false;
    uint32_t u = turn ? to->v : to->u, v = turn ? to->u : to->v;
    g->key = pw_keys_add(g->x->keys, to->sigma, u, v);
    g->lost = true;
    drop_by_model(g);
    if (g->x->journal) record(g, PW_JOIN_MADE);
    return true;
}

int64_t pw_join_into(struct pw_join *x, const struct pw_join_target *to)
{
    struct join_ctx g = {.x = x, .to = to};
    int64_t old = pw_keys_find(x->keys, to->sigma, to->u, to->v);
    orient(&g);
    if (old >= 0)
        g.key = (uint32_t)old;
    else if (!start_key(&g))
        return -1;
    settle_plains(&g);
    settle_cases(&g);
    return g.lost ? (int64_t)g.key : -1;
}
