#include "engine/template_replay.h"

#include <assert.h>
#include <string.h>

#include "base/limits.h"
#include "base/mem.h"

/* A point of a relation, one value per Boolean variable. */
struct judge {
    const struct pw_dual *t;
    const struct pw_states *s;
    bool *values;
    size_t vars;
};

static void set_fields(struct judge *k, enum pw_role role, uint32_t template, enum pw_when when,
                       const uint32_t *codes)
{
    const pw_fields *fields = pw_dual_fields(k->t, role, template);
    for (uint32_t f = 0; f < fields->n; f++)
        for (unsigned b = 0; b < fields->at[f].bits; b++)
            k->values[pw_dual_var(k->t, role, template, f, when, b)] =
                codes[f] >> (fields->at[f].bits - 1 - b) & 1;
}

static void set_shared(struct judge *k, enum pw_when when, uint32_t shared)
{
    set_fields(k, PW_SHARED, 0, when, pw_states_shared_codes(k->s, shared));
}

static void set_local(struct judge *k, enum pw_role role, enum pw_when when, uint32_t local)
{
    set_fields(k, role, pw_states_template(k->s, local), when, pw_states_local_codes(k->s, local));
}

static uint32_t loc_of(const struct judge *k, uint32_t local)
{
    assert(local < k->s->locals.n);
    return k->s->locals.at[local].loc;
}

static void set_place(struct judge *k, uint32_t local)
{
    uint32_t code = k->t->locs.at[loc_of(k, local)].index;
    for (unsigned b = 0; b < k->t->loc_bits; b++)
        k->values[b] = code >> (k->t->loc_bits - 1 - b) & 1;
}

/* ---- the start ---- */

static bool may_start_with(struct judge *k, uint32_t active, uint32_t passive)
{
    uint32_t a = pw_states_template(k->s, active), q = pw_states_template(k->s, passive);
    if (loc_of(k, passive) != k->t->templates.at[q].entry) return false;
    set_local(k, PW_ACTIVE, PW_NOW, active);
    set_local(k, PW_PASSIVE, PW_NOW, passive);
    return pw_bdd_eval(k->t->bdds, pw_dual_init(k->t, a, q), k->values);
}

static bool starts_with(struct judge *k, const pw_toks *m, size_t a)
{
    if (loc_of(k, m->at[a].local) !=
        k->t->templates.at[pw_states_template(k->s, m->at[a].local)].entry)
        return false;
    for (size_t i = 0; i < m->n; i++)
        if ((i != a || m->at[i].count > 1) && !may_start_with(k, m->at[a].local, m->at[i].local))
            return false;
    return true;
}

static bool is_initial(struct judge *k, const struct pw_config *c)
{
    int64_t all = 0;
    bool some = false;
    for (uint32_t q = 0; q < k->t->templates.n; q++) {
        int64_t n = 0, want = k->t->templates.at[q].count;
        for (size_t i = 0; i < c->toks.n; i++)
            if (pw_states_template(k->s, c->toks.at[i].local) == q)
                n = pw_count_add(n, c->toks.at[i].count);
        if (want >= 0 && n != want) return false;
        all = pw_count_add(all, n);
    }
    memset(k->values, 0, k->vars * sizeof *k->values);
    set_shared(k, PW_NOW, c->global);
    for (size_t i = 0; i < c->toks.n && !some; i++)
        some = starts_with(k, &c->toks, i);
    return some && all >= 2;
}

/* ---- steps ---- */

static bool has_row(struct judge *k, uint32_t stmt, uint32_t from, uint32_t to)
{
    if (from >= k->s->locals.n || to >= k->s->locals.n || loc_of(k, from) != loc_of(k, to))
        return false; /* PW_SUNK among them */
    set_place(k, from);
    set_local(k, PW_PASSIVE, PW_NOW, from);
    set_local(k, PW_PASSIVE, PW_NEXT, to);
    return pw_bdd_eval(k->t->bdds, pw_dual_step(k->t, stmt, pw_states_template(k->s, from)),
                       k->values);
}

static int64_t count_in(const pw_toks *m, uint32_t local)
{
    for (size_t i = 0; i < m->n; i++)
        if (m->at[i].local == local) return m->at[i].count;
    return 0;
}

/* A step of a trace: the statement, the active thread, and the passive ones that it names. */
struct act {
    uint32_t stmt;
    struct pw_pair active;
    PW_VEC(struct pw_move) moves;
};

/* The threads of one local state: those that move were looked up, the others must have a row that
 * lets them stay. */
static bool rest_stays(struct judge *k, const struct act *x, struct pw_tok from, pw_toks *after)
{
    struct pw_tok stay = {from.local, from.count - (from.local == x->active.from)};
    for (size_t i = 0; i < x->moves.n; i++)
        if (x->moves.at[i].from == from.local) stay.count -= x->moves.at[i].count;
    if (stay.count < 0 || (stay.count > 0 && !has_row(k, x->stmt, from.local, from.local)))
        return false;
    if (stay.count > 0) pw_vec_push(after, stay);
    return true;
}

static bool same_toks(const pw_toks *a, const pw_toks *b)
{
    for (size_t i = 0; a->n == b->n && i < a->n; i++)
        if (a->at[i].local != b->at[i].local || a->at[i].count != b->at[i].count) return false;
    return a->n == b->n;
}

/* The state of the passive threads and the active one after the step, in *after; false: somebody
 * has no row. */
static bool passive_follow(struct judge *k, const struct act *x, const struct pw_config *before,
                           pw_toks *after)
{
    struct pw_tok moved = {x->active.to, 1};
    pw_vec_push(after, moved);
    for (size_t i = 0; i < x->moves.n; i++) {
        const struct pw_move *m = &x->moves.at[i];
        if (m->count <= 0 || !count_in(&before->toks, m->from) ||
            !has_row(k, x->stmt, m->from, m->to))
            return false;
        moved = (struct pw_tok){m->to, m->count};
        pw_vec_push(after, moved);
    }
    for (size_t i = 0; i < before->toks.n; i++)
        if (!rest_stays(k, x, before->toks.at[i], after)) return false;
    pw_toks_normalise(after);
    return true;
}

static bool runs(struct judge *k, const struct act *x, const struct pw_config *before,
                 const struct pw_config *after)
{
    assert(x->stmt < k->t->stmts.n);
    const struct pw_tstmt *st = &k->t->stmts.at[x->stmt];
    pw_toks now = {0};
    if (!count_in(&before->toks, x->active.from)) return false;
    if (loc_of(k, x->active.from) != st->from || loc_of(k, x->active.to) != st->to) return false;
    memset(k->values, 0, k->vars * sizeof *k->values);
    set_shared(k, PW_NOW, before->global);
    set_shared(k, PW_NEXT, after->global);
    set_local(k, PW_ACTIVE, PW_NOW, x->active.from);
    set_local(k, PW_ACTIVE, PW_NEXT, x->active.to);
    bool ok = passive_follow(k, x, before, &now) && same_toks(&now, &after->toks);
    pw_vec_clear(&now);
    return ok;
}

/* Threads that a transition singles out (mode SHARP) move like the others. */
static bool run_step(struct judge *k, const struct pw_encoding *e, const struct pw_config *before,
                     const struct pw_trace_step *step)
{
    struct act x = {.stmt = e->system.trans.at[step->trans].tag,
                    .active = e->actives.at[step->trans]};
    for (size_t i = 0; i < step->moves.n; i++)
        pw_vec_push(&x.moves, step->moves.at[i]);
    for (uint32_t i = e->first_keeper.at[step->trans]; i < e->first_keeper.at[step->trans + 1];
         i++) {
        assert(i < e->keepers.n);
        struct pw_move m = {e->keepers.at[i].from, e->keepers.at[i].to, 1};
        pw_vec_push(&x.moves, m);
    }
    bool ok = runs(k, &x, before, &step->after);
    pw_vec_clear(&x.moves);
    return ok;
}

/* ---- the end ---- */

static bool is_bad(const struct judge *k, const struct pw_bad *b, const pw_toks *m)
{
    for (size_t i = 0; i < b->terms.n; i++) {
        int64_t n = 0;
        for (size_t j = 0; j < m->n; j++)
            if (pw_states_has_label(k->s, m->at[j].local, b->terms.at[i].label))
                n = pw_count_add(n, m->at[j].count);
        if (n < b->terms.at[i].k) return false;
    }
    return true;
}

bool pw_template_replay(const struct pw_closed *c)
{
    const struct pw_trace *trace = &c->found.trace;
    const struct pw_config *now = &trace->start;
    struct judge k = {.t = c->t, .s = &c->encoding.states, .vars = pw_bdds_vars(c->t->bdds)};
    k.values = PW_NEWS(bool, k.vars);
    bool good = is_initial(&k, now), bad = false;
    for (size_t i = 0; good && i < trace->steps.n; i++) {
        const struct pw_trace_step *step = &trace->steps.at[i];
        pw_limits_poll();
        good = run_step(&k, &c->encoding, now, step);
        now = &step->after;
    }
    for (size_t b = 0; good && !bad && b < c->t->bad.n; b++)
        bad = is_bad(&k, &c->t->bad.at[b], &now->toks);
    PW_FREES(k.values, k.vars);
    return good && bad;
}
