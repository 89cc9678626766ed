#include "cover/distance.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "cover/queue.h"

enum {
    PENALTY = 1000,
    MOST_PAIRS = 200000,
    MOST_ROW = 10000,
    MOST_DEEP = 10000,
    MORE_ROWS = 8,
    GUESS = 4
};
#define NO_RULE UINT32_MAX
#define NO_FACT UINT32_MAX
#define MANY (INT64_MAX / 2)
#define UNKNOWN INT64_MAX /* no price yet */

struct need {
    uint32_t rule;
    bool read; /* the rule puts back what it takes */
    int64_t count;
};

/* a fact that is being paid for */
struct row_item {
    uint32_t fact, next; /* next want of its rule to look at */
    int64_t times;
};

struct pw_distance {
    const struct pw_system *sys;
    uint32_t facts; /* locals, then globals */
    uint32_t nrules;
    PW_VEC(uint32_t) trans;      /* per rule */
    PW_VEC(uint32_t) free_rules; /* that need nothing */
    /* by fact, needs_at[f] .. needs_at[f + 1] - 1; by rule, wants and gives likewise */
    struct need *needs;
    uint32_t *needs_at;
    PW_VEC(struct want {
        uint32_t fact;
        bool read;
        int64_t count;
    })
    wants;
    PW_VEC(uint32_t) wants_at;
    PW_VEC(uint32_t) gives;
    PW_VEC(uint32_t) gives_at;
    /* of one question */
    int64_t *have, *asked;           /* per fact: tokens there, and in the target */
    int64_t *price;                  /* per fact: of one more token */
    int64_t *cost;                   /* per rule */
    uint32_t *by, *pending, *nwants; /* per fact: the cheapest rule; per rule: needs not met */
    uint8_t *done, *listed;          /* per fact: its price is final; it is in `touched` */
    pw_queue heap;                   /* facts by price */
    PW_VEC(uint32_t) touched;        /* at least the facts whose `have` is not 0 */
    PW_VEC(struct row_item) stack;
    uint64_t spent;
};

/* ---- rules ---- */

static void add_want(struct pw_distance *d, uint32_t fact, bool read, int64_t count)
{
    assert(fact < d->facts && count > 0);
    struct want w = {fact, read, count};
    pw_vec_push(&d->wants, w);
}

static int64_t put_back(const struct pw_system *sys, const struct pw_trans *t, uint32_t local)
{
    for (uint32_t i = 0; i < t->npost; i++)
        if (sys->tokens.at[t->post + i].local == local) return sys->tokens.at[t->post + i].count;
    return 0;
}

static int64_t taken(const struct pw_system *sys, const struct pw_trans *t, uint32_t local)
{
    for (uint32_t i = 0; i < t->npre; i++)
        if (sys->tokens.at[t->pre + i].local == local) return sys->tokens.at[t->pre + i].count;
    return 0;
}

static void begin_rule(struct pw_distance *d, uint32_t number)
{
    assert(number < d->sys->trans.n);
    const struct pw_trans *t = &d->sys->trans.at[number];
    pw_vec_push(&d->trans, number);
    pw_vec_push(&d->wants_at, (uint32_t)d->wants.n);
    pw_vec_push(&d->gives_at, (uint32_t)d->gives.n);
    if (d->sys->globals > 1) add_want(d, d->sys->locals + t->from, t->from == t->to, 1);
    for (uint32_t i = 0; i < t->npre; i++) {
        struct pw_tok x = d->sys->tokens.at[t->pre + i];
        add_want(d, x.local, put_back(d->sys, t, x.local) >= x.count, x.count);
    }
}

static void add_rule(struct pw_distance *d, uint32_t number)
{
    assert(number < d->sys->trans.n);
    const struct pw_trans *t = &d->sys->trans.at[number];
    begin_rule(d, number);
    if (t->from != t->to) pw_vec_push(&d->gives, d->sys->locals + t->to);
    for (uint32_t i = 0; i < t->npost; i++) {
        struct pw_tok x = d->sys->tokens.at[t->post + i];
        if (x.count > taken(d->sys, t, x.local)) pw_vec_push(&d->gives, x.local);
    }
}

static void add_pair_rule(struct pw_distance *d, uint32_t number, const struct pw_pair *p)
{
    begin_rule(d, number);
    assert(number < d->sys->trans.n);
    add_want(d, p->from, false, 1 + taken(d->sys, &d->sys->trans.at[number], p->from));
    pw_vec_push(&d->gives, p->to);
}

static void make_rules(struct pw_distance *d, const uint8_t *useful)
{
    uint64_t pairs = 0;
    for (uint32_t i = 0; i < d->sys->trans.n; i++)
        if (useful[i]) pairs += d->sys->relations.at[d->sys->trans.at[i].relation].n;
    for (uint32_t i = 0; i < d->sys->trans.n; i++) {
        pw_limits_poll();
        if (!useful[i]) continue;
        const struct pw_relation *r = &d->sys->relations.at[d->sys->trans.at[i].relation];
        add_rule(d, i);
        for (uint32_t k = 0; k < r->n && pairs <= MOST_PAIRS; k++)
            if (r->pairs[k].to != PW_SUNK && r->pairs[k].to != r->pairs[k].from)
                add_pair_rule(d, i, &r->pairs[k]);
    }
    d->nrules = (uint32_t)d->trans.n;
    pw_vec_push(&d->wants_at, (uint32_t)d->wants.n);
    pw_vec_push(&d->gives_at, (uint32_t)d->gives.n);
}

static void index_needs(struct pw_distance *d)
{
    d->needs_at = PW_NEWS(uint32_t, d->facts + 1);
    d->needs = PW_NEWS(struct need, d->wants.n);
    for (size_t i = 0; i < d->wants.n; i++)
        d->needs_at[d->wants.at[i].fact + 1]++;
    for (uint32_t f = 0; f < d->facts; f++)
        d->needs_at[f + 1] += d->needs_at[f];
    uint32_t *at = PW_NEWS(uint32_t, d->facts);
    for (uint32_t r = 0; r < d->nrules; r++)
        for (uint32_t i = d->wants_at.at[r]; i < d->wants_at.at[r + 1]; i++) {
            const struct want *w = &d->wants.at[i];
            struct need x = {r, w->read, w->count};
            d->needs[d->needs_at[w->fact] + at[w->fact]++] = x;
        }
    PW_FREES(at, d->facts);
}

struct pw_distance *pw_distance_new(const struct pw_system *sys, const uint8_t *useful)
{
    struct pw_distance *d = PW_NEW(struct pw_distance);
    d->sys = sys;
    d->facts = sys->locals + sys->globals;
    make_rules(d, useful);
    index_needs(d);
    d->have = PW_NEWS(int64_t, d->facts);
    d->asked = PW_NEWS(int64_t, d->facts);
    d->price = PW_NEWS(int64_t, d->facts);
    d->by = PW_NEWS(uint32_t, d->facts);
    d->done = PW_NEWS(uint8_t, d->facts);
    d->listed = PW_NEWS(uint8_t, d->facts);
    d->cost = PW_NEWS(int64_t, d->nrules);
    d->pending = PW_NEWS(uint32_t, d->nrules);
    d->nwants = PW_NEWS(uint32_t, d->nrules);
    for (uint32_t r = 0; r < d->nrules; r++) {
        assert(r < d->wants_at.n);
        d->nwants[r] = d->wants_at.at[r + 1] - d->wants_at.at[r];
        if (d->nwants[r] == 0) pw_vec_push(&d->free_rules, r);
    }
    return d;
}

void pw_distance_free(struct pw_distance *d)
{
    if (!d) return;
    PW_FREES(d->needs, d->wants.n);
    PW_FREES(d->needs_at, d->facts + 1);
    PW_FREES(d->have, d->facts);
    PW_FREES(d->asked, d->facts);
    PW_FREES(d->price, d->facts);
    PW_FREES(d->by, d->facts);
    PW_FREES(d->done, d->facts);
    PW_FREES(d->listed, d->facts);
    PW_FREES(d->cost, d->nrules);
    PW_FREES(d->pending, d->nrules);
    PW_FREES(d->nwants, d->nrules);
    pw_vec_clear(&d->trans);
    pw_vec_clear(&d->free_rules);
    pw_vec_clear(&d->wants);
    pw_vec_clear(&d->wants_at);
    pw_vec_clear(&d->gives);
    pw_vec_clear(&d->gives_at);
    pw_vec_clear(&d->heap);
    pw_vec_clear(&d->touched);
    pw_vec_clear(&d->stack);
    PW_FREE(d);
}

/* ---- prices; outdated ones may still wait ---- */

/* x + y * times, at most UNKNOWN - 1; all >= 0 */
static int64_t add_times(int64_t x, int64_t y, int64_t times)
{
    int64_t z;
    if (__builtin_mul_overflow(y, times, &z) || __builtin_add_overflow(x, z, &z)) z = UNKNOWN - 1;
    return z == UNKNOWN ? z - 1 : z;
}

static void offer(struct pw_distance *d, uint32_t fact, int64_t price, uint32_t rule)
{
    if (price >= d->price[fact]) return;
    d->price[fact] = price;
    d->by[fact] = rule;
    pw_queue_push(&d->heap, price, fact);
}

static void fire_rule(struct pw_distance *d, uint32_t rule)
{
    for (uint32_t i = d->gives_at.at[rule]; i < d->gives_at.at[rule + 1]; i++)
        offer(d, d->gives.at[i], d->cost[rule], rule);
}

/* tokens of the fact that are missing for the need */
static int64_t missing(const struct pw_distance *d, uint32_t fact, bool read, int64_t count)
{
    int64_t there = d->have[fact];
    if (!read) there -= there < d->asked[fact] ? there : d->asked[fact];
    return there >= count ? 0 : count - there;
}

static int64_t lack_of(const struct pw_distance *d, uint32_t fact)
{
    return d->asked[fact] > d->have[fact] ? d->asked[fact] - d->have[fact] : 0;
}

/* Changes what is there; MANY stays. */
static void change(struct pw_distance *d, uint32_t fact, int64_t by)
{
    if (d->have[fact] == MANY) return;
    d->have[fact] = by < -d->have[fact] ? 0 : by > MANY - d->have[fact] ? MANY : d->have[fact] + by;
    if (d->have[fact] == 0 || d->listed[fact]) return;
    d->listed[fact] = 1;
    pw_vec_push(&d->touched, fact);
}

/* No prices yet, but those of what can be had at once. */
static void start_prices(struct pw_distance *d)
{
    for (uint32_t f = 0; f < d->facts; f++)
        d->price[f] = UNKNOWN;
    memset(d->done, 0, d->facts);
    memcpy(d->pending, d->nwants, d->nrules * sizeof *d->pending);
    for (uint32_t r = 0; r < d->nrules; r++)
        d->cost[r] = 1;
    d->heap.n = 0;
    for (size_t i = 0; i < d->free_rules.n; i++)
        fire_rule(d, d->free_rules.at[i]);
    for (size_t i = 0; i < d->touched.n; i++) {
        uint32_t f = d->touched.at[i];
        if (d->have[f] && d->asked[f]) offer(d, f, PENALTY, NO_RULE);
        d->spent += d->needs_at[f + 1] - d->needs_at[f];
        for (uint32_t x = d->needs_at[f]; x < d->needs_at[f + 1]; x++) {
            const struct need *w = &d->needs[x];
            if (!missing(d, f, w->read, w->count) && --d->pending[w->rule] == 0)
                fire_rule(d, w->rule);
        }
    }
    d->spent += d->nrules / 16;
}

/* The cheapest fact that the target lacks, or NO_FACT. */
static uint32_t find_cheapest(struct pw_distance *d)
{
    start_prices(d);
    while (d->heap.n) {
        struct pw_wait w = pw_queue_pop(&d->heap);
        uint32_t f = w.id;
        if (d->done[f]) continue;
        d->done[f] = 1;
        if (lack_of(d, f)) return f;
        d->spent += 1 + d->needs_at[f + 1] - d->needs_at[f];
        for (uint32_t x = d->needs_at[f]; x < d->needs_at[f + 1]; x++) {
            const struct need *need = &d->needs[x];
            int64_t lack = missing(d, f, need->read, need->count);
            if (!lack) continue;
            d->cost[need->rule] = add_times(d->cost[need->rule], w.key, lack);
            if (--d->pending[need->rule] == 0) fire_rule(d, need->rule);
        }
    }
    return NO_FACT;
}

/* ---- rows ---- */

/* Makes the steps of a rule, as far as counts go. */
static void make_steps(struct pw_distance *d, uint32_t rule, int64_t times, pw_distance_way *way)
{
    assert(rule < d->trans.n);
    const struct pw_trans *t = &d->sys->trans.at[d->trans.at[rule]];
    for (uint32_t i = d->wants_at.at[rule]; i < d->wants_at.at[rule + 1]; i++) {
        assert(i < d->wants.n);
        const struct want *w = &d->wants.at[i];
        if (w->fact < d->sys->locals)
            change(d, w->fact, -add_times(0, w->count, times));
        else if (!w->read)
            change(d, w->fact, -1);
    }
    for (uint32_t i = 0; i < t->npost; i++) {
        struct pw_tok x = d->sys->tokens.at[t->post + i];
        change(d, x.local, add_times(0, x.count, times));
    }
    for (uint32_t i = d->gives_at.at[rule]; i < d->gives_at.at[rule + 1]; i++) {
        assert(i < d->gives.n);
        uint32_t f = d->gives.at[i];
        if (f >= d->sys->locals)
            change(d, f, 1);
        else if (put_back(d->sys, t, f) == 0)
            change(d, f, times); /* of a pair */
    }
    struct pw_distance_leg leg = {d->trans.at[rule], times};
    if (way) pw_vec_push(way, leg);
}

static void demand(struct pw_distance *d, uint32_t fact, int64_t times)
{
    uint32_t r = d->by[fact];
    if (!d->done[fact] || r == NO_RULE || d->stack.n >= MOST_DEEP) return;
    assert(r < d->wants_at.n);
    struct row_item x = {fact, d->wants_at.at[r], times};
    pw_vec_push(&d->stack, x);
}

/* One more token of the fact: the rules of its price, each after what it needs. Returns the number
 * of steps. */
static int64_t make_row(struct pw_distance *d, uint32_t fact, int64_t times, pw_distance_way *way)
{
    int64_t length = 0;
    unsigned turns = 0;
    d->stack.n = 0;
    demand(d, fact, times);
    /* what rules need again and again may unfold into very many steps */
    while (d->stack.n && turns++ < MOST_ROW) {
        struct row_item *x = &pw_vec_last(&d->stack);
        uint32_t r = d->by[x->fact];
        assert(r < d->nrules);
        if (x->next == d->wants_at.at[r + 1]) {
            length = add_times(length, 1, x->times);
            make_steps(d, r, x->times, way);
            d->stack.n--;
            continue;
        }
        const struct want *w = &d->wants.at[x->next++];
        bool once = w->read || w->fact >= d->sys->locals;
        int64_t lack =
            missing(d, w->fact, w->read, once ? w->count : add_times(0, w->count, x->times));
        if (lack) demand(d, w->fact, lack);
    }
    d->spent += turns;
    return length;
}

static void begin_question(struct pw_distance *d, uint32_t global, const struct pw_ideal_tok *toks,
                           size_t n, const struct pw_target *t)
{
    for (size_t i = 0; i < n; i++)
        change(d, toks[i].local, toks[i].many ? MANY : toks[i].count);
    change(d, d->sys->locals + global, 1);
    for (uint32_t i = 0; i < t->ntoks; i++)
        d->asked[d->sys->tokens.at[t->toks + i].local] = d->sys->tokens.at[t->toks + i].count;
    if (t->global != PW_ANY_GLOBAL) d->asked[d->sys->locals + t->global] = 1;
}

static void end_question(struct pw_distance *d, const struct pw_target *t)
{
    for (size_t i = 0; i < d->touched.n; i++)
        d->have[d->touched.at[i]] = 0, d->listed[d->touched.at[i]] = 0;
    d->touched.n = 0;
    for (uint32_t i = 0; i < t->ntoks; i++)
        d->asked[d->sys->tokens.at[t->toks + i].local] = 0;
    if (t->global != PW_ANY_GLOBAL) d->asked[d->sys->locals + t->global] = 0;
}

/* Tokens that the target still lacks. */
static int64_t count_lacks(const struct pw_distance *d, const struct pw_target *t)
{
    int64_t sum = t->global != PW_ANY_GLOBAL ? lack_of(d, d->sys->locals + t->global) : 0;
    for (uint32_t i = 0; i < t->ntoks; i++)
        sum = add_times(sum, lack_of(d, d->sys->tokens.at[t->toks + i].local), 1);
    return sum;
}

int64_t pw_distance_of(struct pw_distance *d, uint32_t global, const struct pw_ideal_tok *toks,
                       size_t n, uint32_t target, pw_distance_way *way)
{
    assert(target < d->sys->targets.n && global < d->sys->globals);
    const struct pw_target *t = &d->sys->targets.at[target];
    int64_t sum = 0;
    unsigned rows = 0, most = MORE_ROWS + 2 * t->ntoks;
    if (way) way->n = 0;
    begin_question(d, global, toks, n, t);
    while (count_lacks(d, t) > 0) {
        uint32_t f = find_cheapest(d);
        if (f == NO_FACT) {
            /* the rows before may have taken what it needs: a bad choice, not a bad place */
            sum = rows ? add_times(sum, count_lacks(d, t), PENALTY) : PW_FAR;
            break;
        }
        if (rows++ == most) {
            sum = add_times(sum, count_lacks(d, t), GUESS);
            break;
        }
        sum = add_times(sum, make_row(d, f, lack_of(d, f), way), 1);
    }
    end_question(d, t);
    return sum;
}

uint64_t pw_distance_spent(const struct pw_distance *d)
{
    return d->spent;
}
