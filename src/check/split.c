/* split.c -- split certificates: thread-modular proofs of finite programs (doc/certificate.md).
 *
 * A class is a label that the certificate gives to threads: each local state has one, and one for
 * the thread that last changed a shared field; a class may be cleared of that. A context is
 * (layer, g, K): K says how many threads there are of each class; theta(context, c) are local
 * states. It stands for the states with shared part g whose threads can be dealt out to the tokens
 * of K, each in its theta. The conditions:
 *
 *   (S1) every initial state is in a context of layer 0: for each initial g and each way to share
 *        out the threads over the classes of initial local states, that context is listed, and
 *        theta has the initial local states of its classes;
 *   (S2) for each context (i, g, K), class c of K, l in theta(c) and step (g, l) -> (g', l'):
 *        (j, g', K - c + c') is listed, where j = i + 1, or of the last layer the one that is
 *        said to follow it, and c' the class of l'; l' is in theta(c'); and theta(d) is part of
 *        theta'(d) for each class d of K - c. With ghost `writer`, if g' != g, or `mover` the
 *        others are cleared first and c' is marked; otherwise c' is marked iff c is;
 *   (S3) no context can be filled badly: no theta has an error location, and no choice of one local
 *        state per token meets all counts of a bad line;
 *   (S4) for each kind t that is said to lift: its initial local states are of one class rho, there
 *        is one beside every initial g, rho is not marked, and every K has at least max(2, D)
 *        tokens of rho, D being the most threads that a bad line asks for.
 *
 * S1 to S3: the union of all contexts is inductive and has no bad state, whatever the classes mean.
 * S4: one more rho in every K keeps S1 to S3, so the program is safe for every number of t. */
#include "check/split.h"

#include <assert.h>

#include "base/limits.h"
#include "base/order.h"
#include "check/kinds.h"

static _Noreturn void fails(struct pwc_split *s, unsigned long line, const char *what)
{
    pwc_fail(s->p.r->result, PWC_INVALID, line, "%s", what);
}

/* theta of a class of a listed context; pre: it is in the bag */
static const pw_uints *theta(const struct pwc_context *c, uint32_t class)
{
    size_t at = PW_FIRST(i, 0, c->bag.n - 1, c->bag.at[i].class >= class);
    assert(at < c->bag.n);
    return &c->bag.at[at].theta;
}

/* ---- S2 ---- */

static void check_step(void *arg, uint32_t shared, uint32_t local)
{
    struct pwc_split *s = arg;
    const struct pwc_context *now = s->now;
    bool clear = s->mover_last || (s->writer && shared != now->shared);
    bool mark = clear || s->cleared.at[s->mover->class] != s->mover->class;
    uint32_t to = mark ? s->marked.at[local] : s->class.at[local];
    s->next.layer = now->layer + 1 < s->layers ? now->layer + 1 : s->back;
    s->next.shared = shared;
    s->next.bag.n = 0;
    for (size_t i = 0; i < now->bag.n; i++) {
        const struct pwc_token *t = &now->bag.at[i];
        int64_t n = t->count - (t == s->mover);
        if (n) pwc_put_token(&s->next, clear ? s->cleared.at[t->class] : t->class, n);
    }
    pwc_put_token(&s->next, to, 1);
    const struct pwc_context *c = pwc_find_context(s, &s->next);
    if (!c) fails(s, now->line, "S2: a step leads to a context that is not listed");
    if (!pwc_in_theta(theta(c, to), local))
        fails(s, c->line, "S2: the state after a step is missing");
    if (c == s->last) return;
    s->last = c;
    for (size_t i = 0; i < now->bag.n; i++) {
        const struct pwc_token *t = &now->bag.at[i];
        if (t->count == (t == s->mover)) continue;
        const pw_uints *there = theta(c, clear ? s->cleared.at[t->class] : t->class);
        for (size_t k = 0; k < t->theta.n; k++)
            if (!pwc_in_theta(there, t->theta.at[k]))
                fails(s, c->line, "S2: a state beside a step is missing");
    }
}

static void check_steps(struct pwc_split *s, const struct pwc_context *now,
                        const struct pwc_token *mover)
{
    s->now = now, s->mover = mover, s->last = NULL;
    for (size_t i = 0; i < mover->theta.n; i++)
        pwc_each_step(&s->p, "S2", now->shared, mover->theta.at[i], check_step, s);
}

/* ---- S3 ---- */

/* The vector after one more thread in local state l: mixed radix, digit i up to least. */
static size_t with_thread(struct pwc_split *s, const pwc_bad_counts *bad, size_t v, uint32_t l)
{
    size_t to = 0, weight = 1;
    for (size_t i = 0; i < bad->n; i++) {
        size_t base = (size_t)bad->at[i].least + 1, digit = v % base;
        if (digit + 1 < base && pwc_counts_for(&s->p, &bad->at[i], l)) digit++;
        to += digit * weight, weight *= base, v /= base;
    }
    return to;
}

/* One more token, after every vector reached before. False: nothing is new. */
static bool add_token(struct pwc_split *s, const pwc_bad_counts *bad, const struct pwc_token *t,
                      bool *reached, size_t size)
{
    bool grown = false;
    for (size_t v = size; v-- > 0;) /* downwards: what is added is larger */
        for (size_t k = 0; reached[v] && k < t->theta.n; k++) {
            size_t to = with_thread(s, bad, v, t->theta.at[k]);
            grown = grown || !reached[to];
            reached[to] = true;
        }
    pw_limits_poll();
    return grown;
}

/* Can one local state per token meet all counts? By the vectors of counts, capped, that can be. */
static bool fulfils(struct pwc_split *s, const struct pwc_context *c, const pwc_bad_counts *bad)
{
    enum { MOST = 1 << 22 };
    size_t size = 1;
    for (size_t i = 0; i < bad->n; i++) {
        if (bad->at[i].least >= (int64_t)(MOST / size)) fails(s, c->line, "S3: too many counts");
        size *= (size_t)bad->at[i].least + 1;
    }
    bool *reached = PW_NEWS(bool, size);
    reached[0] = true;
    for (size_t t = 0; t < c->bag.n; t++)
        for (int64_t n = 0; n < c->bag.at[t].count; n++)
            if (!add_token(s, bad, &c->bag.at[t], reached, size)) break;
    bool all = reached[size - 1];
    PW_FREES(reached, size);
    return all;
}

static void check_context(struct pwc_split *s, const struct pwc_context *c)
{
    for (size_t t = 0; t < c->bag.n; t++)
        for (size_t k = 0; k < c->bag.at[t].theta.n; k++)
            if (pwc_is_error(&s->p, c->bag.at[t].theta.at[k]))
                fails(s, c->line, "S3: a thread can be at an error location");
    for (size_t b = 0; b < s->p.bads.n; b++)
        if (fulfils(s, c, &s->p.bads.at[b])) fails(s, c->line, "S3: a bad state is possible");
}

/* ---- S4 ---- */

static int64_t most_asked(const struct pwc_split *s)
{
    int64_t most = 2;
    for (size_t b = 0; b < s->p.bads.n; b++) {
        int64_t sum = 0;
        for (size_t i = 0; i < s->p.bads.at[b].n; i++)
            sum += s->p.bads.at[b].at[i].least;
        if (sum > most) most = sum;
    }
    return most;
}

static void check_lift(struct pwc_split *s, uint32_t kind)
{
    int64_t rho = s->rho[kind], need = most_asked(s);
    if (rho < 0 || s->cleared.at[rho] != rho) fails(s, 0, "S4: threads start in several classes");
    for (size_t k = 0; k < s->contexts.n; k++) {
        const struct pwc_context *c = &s->contexts.at[k];
        int64_t n = 0;
        for (size_t i = 0; i < c->bag.n; i++)
            if (c->bag.at[i].class == rho) n = c->bag.at[i].count;
        if (n < need) fails(s, c->line, "S4: too few threads are left at the start");
    }
}

void pwc_check_split(struct pwc_reader *r)
{
    struct pwc_split s;
    pwc_read_split(&s, r);
    pwc_pass(r->result, "text complete, checksum right: a split invariant, %zu contexts",
             s.contexts.n);
    pwc_check_starts(&s);
    pwc_pass(r->result, "S1: every initial state is in a context");
    for (size_t k = 0; k < s.contexts.n; k++)
        for (size_t t = 0; t < s.contexts.at[k].bag.n; t++)
            check_steps(&s, &s.contexts.at[k], &s.contexts.at[k].bag.at[t]);
    pwc_pass(r->result, "S2: every step of a context leads into one");
    for (size_t k = 0; k < s.contexts.n; k++)
        check_context(&s, &s.contexts.at[k]);
    pwc_pass(r->result, "S3: no context has a bad state");
    for (size_t i = 0; i < s.lifted.n; i++)
        check_lift(&s, s.lifted.at[i]);
    if (s.lifted.n)
        pwc_pass(r->result, "S4: the proof lifts to every number of threads of %zu templates",
                 s.lifted.n);
}
