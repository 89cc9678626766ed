/* replay.c -- two simulators that judge traces: one by the definition of a step in system.h, one by
 * the rules of a net as written. They share nothing with the search: counters are looked up one by
 * one in the configurations that the trace shows. */
#include <assert.h>
#include <string.h>

#include "base/limits.h"
#include "base/order.h"
#include "cover/net.h"

static int64_t count_in(const struct pw_tok *toks, size_t n, uint32_t local)
{
    size_t at = PW_FIRST(i, 0, n, toks[i].local >= local);
    return at < n && toks[at].local == local ? toks[at].count : 0;
}

static int64_t count_of(const struct pw_config *c, uint32_t local)
{
    return count_in(c->toks.at, c->toks.n, local);
}

static bool well_formed(const struct pw_config *c, const struct pw_system *s)
{
    if (c->global >= s->globals) return false;
    for (size_t i = 0; i < c->toks.n; i++) {
        if (c->toks.at[i].local >= s->locals || c->toks.at[i].count <= 0) return false;
        if (i && c->toks.at[i].local <= c->toks.at[i - 1].local) return false;
    }
    return true;
}

/* Is c itself initial by some box, or, with a callback, the completion of itself? */
static bool is_initial(const struct pw_system *s, const struct pw_config *c)
{
    pw_toks full = {0};
    bool yes = pw_system_initial(s, c->global, c->toks.at, c->toks.n, &full);
    yes = yes && full.n == c->toks.n;
    for (size_t i = 0; yes && i < full.n; i++)
        yes = full.at[i].local == c->toks.at[i].local && full.at[i].count == c->toks.at[i].count;
    pw_vec_clear(&full);
    return yes;
}

static bool meets_target(const struct pw_system *s, const struct pw_trace *t,
                         const struct pw_config *last)
{
    if (t->target >= s->targets.n) return false;
    assert(t->target < s->targets.n);
    const struct pw_target *x = &s->targets.at[t->target];
    if (x->global != PW_ANY_GLOBAL && x->global != last->global) return false;
    for (uint32_t i = 0; i < x->ntoks; i++)
        if (count_of(last, s->tokens.at[x->toks + i].local) < s->tokens.at[x->toks + i].count)
            return false;
    return true;
}

/* May a passive token of `from` go to `to` (PW_SUNK: vanish)? */
static bool may_move(const struct pw_relation *r, uint32_t from, uint32_t to)
{
    bool listed = false;
    for (uint32_t i = 0; i < r->n; i++) {
        if (r->pairs[i].from == from && r->pairs[i].to == to) return true;
        listed |= r->pairs[i].from == from;
    }
    if (listed) return false;
    return r->rest == PW_REST_STAY ? from == to : to == PW_SUNK;
}

/* Tokens of `local` that the moves take away, and that they bring. */
static void sum_moves(const struct pw_trace_step *step, uint32_t local, int64_t *out, int64_t *in)
{
    *out = *in = 0;
    for (size_t i = 0; i < step->moves.n; i++) {
        if (step->moves.at[i].from == local) *out = pw_count_add(*out, step->moves.at[i].count);
        if (step->moves.at[i].to == local) *in = pw_count_add(*in, step->moves.at[i].count);
    }
}

static bool local_agrees(const struct pw_relation *r, const struct pw_trace_step *step,
                         uint32_t local, int64_t before, int64_t pre, int64_t post, int64_t after,
                         bool *witness)
{
    int64_t out, in;
    sum_moves(step, local, &out, &in);
    if (before < pre || before - pre < out) return false;
    int64_t stay = before - pre - out;
    if (stay > 0 && !may_move(r, local, local)) return false;
    *witness |= stay > 0;
    return pw_count_add(pw_count_add(stay, in), post) == after;
}

static void touch(pw_toks *out, const struct pw_tok *toks, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        struct pw_tok t = {toks[i].local, 1}; /* only the local matters */
        pw_vec_push(out, t);
    }
}

/* The locals that the step can touch, in any order, with repeats. */
static void touched(const struct pw_system *s, const struct pw_trans *t,
                    const struct pw_config *before, const struct pw_trace_step *step, pw_toks *out)
{
    touch(out, before->toks.at, before->toks.n);
    touch(out, step->after.toks.at, step->after.toks.n);
    assert(t->pre <= s->tokens.n);
    touch(out, s->tokens.at + t->pre, t->npre);
    assert(t->post <= s->tokens.n);
    touch(out, s->tokens.at + t->post, t->npost);
}

static bool step_agrees(const struct pw_system *s, const struct pw_config *before,
                        const struct pw_trace_step *step)
{
    if (step->trans >= s->trans.n) return false;
    assert(step->trans < s->trans.n);
    const struct pw_trans *t = &s->trans.at[step->trans];
    assert(t->relation < s->relations.n);
    const struct pw_relation *r = &s->relations.at[t->relation];
    if (before->global != t->from || step->after.global != t->to) return false;
    bool witness = false, ok = true;
    for (size_t i = 0; i < step->moves.n; i++) {
        const struct pw_move *m = &step->moves.at[i];
        if (m->count <= 0 || m->from == m->to || !may_move(r, m->from, m->to)) return false;
        if (count_of(before, m->from) == 0) return false;
        witness |= m->to != PW_SUNK;
    }
    pw_toks all = {0};
    touched(s, t, before, step, &all);
    pw_toks_normalise(&all);
    for (size_t i = 0; ok && i < all.n; i++) {
        uint32_t l = all.at[i].local;
        ok = local_agrees(
            r, step, l, count_of(before, l), count_in(s->tokens.at + t->pre, t->npre, l),
            count_in(s->tokens.at + t->post, t->npost, l), count_of(&step->after, l), &witness);
    }
    for (size_t i = 0; ok && i < step->moves.n; i++)
        if (step->moves.at[i].to != PW_SUNK) ok = count_of(&step->after, step->moves.at[i].to) > 0;
    pw_vec_clear(&all);
    return ok && (!t->witness || witness);
}

bool pw_trace_check(const struct pw_system *s, const struct pw_trace *trace, size_t *step,
                    const char **why)
{
    const struct pw_config *now = &trace->start;
    *step = 0;
    if (!well_formed(now, s) || !is_initial(s, now))
        return *why = "the first configuration is not initial", false;
    for (size_t i = 0; i < trace->steps.n; i++) {
        pw_limits_poll();
        *step = i + 1;
        if (!well_formed(&trace->steps.at[i].after, s))
            return *why = "a configuration is malformed", false;
        if (!step_agrees(s, now, &trace->steps.at[i]))
            return *why = "a step is not one of its transition", false;
        now = &trace->steps.at[i].after;
    }
    if (!meets_target(s, trace, now))
        return *why = "the last configuration does not cover the target", false;
    return true;
}

/* ---- rules as written ---- */

/* A dense copy of the counters: simple, and linear in the net per trace. */
struct state {
    uint32_t global;
    int64_t *now, *next;
};

static bool guards_hold(const struct pw_rule *r, const int64_t *now)
{
    for (size_t i = 0; i < r->guards.n; i++) {
        const struct pw_range *g = &r->guards.at[i];
        if (now[g->local] < g->lo || (!g->many && now[g->local] > g->hi)) return false;
    }
    return true;
}

static bool is_assigned(const struct pw_rule *r, uint32_t var)
{
    for (size_t i = 0; i < r->assigns.n; i++)
        if (r->assigns.at[i].var == var) return true;
    return false;
}

static bool run_command(const struct pw_rule *r, struct state *s)
{
    if (!guards_hold(r, s->now)) return false;
    for (size_t i = 0; i < r->assigns.n; i++) {
        const struct pw_assign *a = &r->assigns.at[i];
        int64_t sum = a->constant;
        for (size_t k = 0; k < a->sources.n; k++)
            sum = pw_count_add(sum, s->now[a->sources.at[k]]);
        if (sum < 0) return false;
        s->next[a->var] = sum;
    }
    for (size_t i = 0; i < r->assigns.n; i++)
        for (size_t k = 0; k < r->assigns.at[i].sources.n; k++)
            if (!is_assigned(r, r->assigns.at[i].sources.at[k]))
                s->next[r->assigns.at[i].sources.at[k]] = 0;
    return true;
}

static bool is_pair(const struct pw_rule *r, uint32_t from, uint32_t to)
{
    for (size_t i = 0; i < r->pairs.n; i++)
        if (r->pairs.at[i].from == from && r->pairs.at[i].to == to) return true;
    return false;
}

/* Threads in a listed local that the trace does not move must be allowed to stay by a pair a ~>
 * a. */
static bool rest_may_stay(const struct pw_rule *r, const int64_t *left)
{
    for (size_t i = 0; i < r->pairs.n; i++) {
        uint32_t a = r->pairs.at[i].from;
        if (left[a] > 0 && !is_pair(r, a, a)) return false;
    }
    return true;
}

static bool run_threads(const struct pw_rule *r, const struct pw_trace_step *step, struct state *s)
{
    bool active = r->kind != PW_RULE_BROADCAST;
    if (r->from != s->global || (active && s->now[r->active] < 1)) return false;
    if (active) s->now[r->active]--, s->next[r->active]--;
    for (size_t i = 0; i < step->moves.n; i++) {
        const struct pw_move *m = &step->moves.at[i];
        if (!is_pair(r, m->from, m->to) || s->now[m->from] < m->count) return false;
        s->now[m->from] -= m->count;
        s->next[m->from] -= m->count;
        s->next[m->to] = pw_count_add(s->next[m->to], m->count);
    }
    if (!rest_may_stay(r, s->now)) return false;
    if (active) s->next[r->active_to] = pw_count_add(s->next[r->active_to], 1);
    if (r->kind == PW_RULE_SPAWN) s->next[r->active] = pw_count_add(s->next[r->active], 1);
    s->global = r->to;
    return true;
}

static void load(const struct pw_config *c, int64_t *counters)
{
    for (size_t i = 0; i < c->toks.n; i++)
        counters[c->toks.at[i].local] = c->toks.at[i].count;
}

static void unload(const struct pw_config *c, int64_t *counters)
{
    for (size_t i = 0; i < c->toks.n; i++)
        counters[c->toks.at[i].local] = 0;
}

/* Does `next` hold what the trace says, and nothing else in the locals that the step or its rule
 * mentions? */
static bool same_counters(const struct pw_config *before, const struct pw_trace_step *step,
                          const struct pw_rule *r, const int64_t *next)
{
    const struct pw_config *after = &step->after;
    for (size_t i = 0; i < after->toks.n; i++)
        if (next[after->toks.at[i].local] != after->toks.at[i].count) return false;
    for (size_t i = 0; i < before->toks.n; i++)
        if (next[before->toks.at[i].local] != count_of(after, before->toks.at[i].local))
            return false;
    for (size_t i = 0; i < r->assigns.n; i++)
        if (next[r->assigns.at[i].var] != count_of(after, r->assigns.at[i].var)) return false;
    for (size_t i = 0; i < step->moves.n; i++)
        if (step->moves.at[i].to != PW_SUNK &&
            next[step->moves.at[i].to] != count_of(after, step->moves.at[i].to))
            return false;
    return r->kind == PW_RULE_COMMAND || r->kind == PW_RULE_BROADCAST ||
           next[r->active_to] == count_of(after, r->active_to);
}

static void reset(const struct pw_config *before, const struct pw_trace_step *step,
                  const struct pw_rule *r, int64_t *counters)
{
    unload(before, counters);
    unload(&step->after, counters);
    for (size_t i = 0; i < r->assigns.n; i++)
        counters[r->assigns.at[i].var] = 0;
    for (size_t i = 0; i < step->moves.n; i++)
        if (step->moves.at[i].to != PW_SUNK) counters[step->moves.at[i].to] = 0;
    if (r->kind != PW_RULE_COMMAND) counters[r->active_to] = counters[r->active] = 0;
}

/* Complements are what their counters leave of the bound; -1, which no configuration has, if a
 * counter exceeds it. */
static void complete(const struct pw_net *net, int64_t *counters)
{
    assert(net->complements.n <= net->system.locals);
    int64_t *c = counters + (net->system.locals - net->complements.n);
    for (size_t i = 0; i < net->complements.n; i++) {
        const struct pw_complement *x = &net->complements.at[i];
        c[i] = x->bound >= counters[x->of] ? x->bound - counters[x->of] : -1;
    }
}

static bool complements_agree(const struct pw_net *net, const struct pw_config *after,
                              const int64_t *counters)
{
    uint32_t first = net->system.locals - (uint32_t)net->complements.n;
    for (uint32_t l = first; l < net->system.locals; l++)
        if (counters[l] != count_of(after, l)) return false;
    return true;
}

static bool replay_step(const struct pw_net *net, const struct pw_config *before,
                        const struct pw_trace_step *step, struct state *s)
{
    assert(step->trans < net->system.trans.n);
    const struct pw_rule *r = &net->rules.at[net->system.trans.at[step->trans].tag];
    load(before, s->now);
    load(before, s->next);
    s->global = before->global;
    bool ok = r->kind == PW_RULE_COMMAND ? run_command(r, s) : run_threads(r, step, s);
    complete(net, s->next);
    ok = ok && s->global == step->after.global && same_counters(before, step, r, s->next) &&
         complements_agree(net, &step->after, s->next);
    reset(before, step, r, s->now);
    reset(before, step, r, s->next);
    size_t plain = net->system.locals - net->complements.n;
    memset(s->next + plain, 0, net->complements.n * sizeof *s->next);
    return ok;
}

bool pw_net_replay(const struct pw_net *net, const struct pw_trace *trace, size_t *step,
                   const char **why)
{
    struct state s = {0, PW_NEWS(int64_t, net->system.locals),
                      PW_NEWS(int64_t, net->system.locals)};
    const struct pw_config *now = &trace->start;
    bool ok = well_formed(now, &net->system) && is_initial(&net->system, now);
    *step = 0;
    *why = "the first configuration is not initial";
    for (size_t i = 0; ok && i < trace->steps.n; i++) {
        pw_limits_poll();
        *step = i + 1;
        *why = "the rule is not enabled, or leads elsewhere";
        ok = trace->steps.at[i].trans < net->system.trans.n &&
             well_formed(&trace->steps.at[i].after, &net->system) &&
             replay_step(net, now, &trace->steps.at[i], &s);
        now = &trace->steps.at[i].after;
    }
    if (ok && (trace->target + net->extra >= net->system.targets.n ||
               !meets_target(&net->system, trace, now)))
        *why = "the last configuration does not cover the target", ok = false;
    load(now, s.now);
    if (ok && !pw_net_keeps_uppers(net, trace->target, s.now))
        *why = "a counter is larger than the target asks for", ok = false;
    PW_FREES(s.now, net->system.locals);
    PW_FREES(s.next, net->system.locals);
    return ok;
}
