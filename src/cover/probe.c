#include "cover/probe.h"

#include <assert.h>
#include <string.h>

#include "base/limits.h"
#include "base/table.h"
#include "cover/trace.h"

enum { MOST_EXTRA = 3, MOST_CELLS = 1 << 23 };

struct state {
    uint32_t parent, rule; /* parent UINT32_MAX: initial */
};

struct probe {
    const struct pw_net *net;
    size_t vars, most;
    PW_VEC(int64_t) counters; /* vars per state */
    PW_VEC(struct state) states;
    struct pw_table index;
    int64_t *next;
};

struct row {
    const int64_t *counters;
    size_t bytes;
};

static bool same_row(const void *objects, uint32_t id, const void *key)
{
    const struct row *k = key;
    return memcmp((const char *)objects + id * k->bytes, k->counters, k->bytes) == 0;
}

static const int64_t *counters_of(const struct probe *p, uint32_t state)
{
    return p->counters.at + state * p->vars;
}

/* Adds p->next unless known. */
static void add(struct probe *p, uint32_t parent, uint32_t rule)
{
    struct row key = {p->next, p->vars * sizeof *p->next};
    uint64_t hash = pw_hash_bytes(p->next, key.bytes);
    if (p->states.n >= p->most ||
        pw_table_find(&p->index, hash, same_row, p->counters.at, &key) != PW_TABLE_NONE)
        return;
    for (size_t i = 0; i < p->vars; i++)
        pw_vec_push(&p->counters, p->next[i]);
    struct state s = {parent, rule};
    pw_vec_push(&p->states, s);
    pw_table_add(&p->index, hash, (uint32_t)p->states.n - 1);
}

/* Least values of the box into p->next; returns the variables whose number is open, in *open. */
static void least(struct probe *p, const struct pw_box *b, pw_uints *open)
{
    assert(b->ranges <= p->net->system.ranges.n);
    const struct pw_range *r = p->net->system.ranges.at + b->ranges;
    uint32_t k = 0;
    open->n = 0;
    for (uint32_t l = 0; l < p->vars; l++) {
        bool listed = k < b->nranges && r[k].local == l;
        p->next[l] = listed ? r[k].lo : 0;
        if (listed ? r[k].many || r[k].hi > r[k].lo : b->rest_many) pw_vec_push(open, l);
        k += listed;
    }
}

/* The initial configurations with up to MOST_EXTRA tokens more than the least one: none, then one,
 * two, three in one open variable, or one in each of two. They are checked against the box by
 * pw_system_initial when the run is replayed. */
static void add_initial(struct probe *p)
{
    pw_uints open = {0};
    for (size_t i = 0; i < p->net->system.boxes.n; i++) {
        least(p, &p->net->system.boxes.at[i], &open);
        add(p, UINT32_MAX, 0);
        for (size_t x = 0; x < open.n && p->states.n < p->most; x++) {
            for (int extra = 1; extra <= MOST_EXTRA; extra++) {
                p->next[open.at[x]]++;
                add(p, UINT32_MAX, 0);
                for (size_t y = 0; y < x && p->states.n < p->most; y++) {
                    assert(y < open.n);
                    p->next[open.at[y]]++;
                    add(p, UINT32_MAX, 0);
                    p->next[open.at[y]]--;
                }
            }
            p->next[open.at[x]] -= MOST_EXTRA;
        }
    }
    pw_vec_clear(&open);
}

static bool fire(struct probe *p, const struct pw_rule *r, const int64_t *now)
{
    for (size_t i = 0; i < r->guards.n; i++) {
        const struct pw_range *g = &r->guards.at[i];
        if (now[g->local] < g->lo || (!g->many && now[g->local] > g->hi)) return false;
    }
    memcpy(p->next, now, p->vars * sizeof *now);
    for (size_t i = 0; i < r->assigns.n; i++)
        for (size_t k = 0; k < r->assigns.at[i].sources.n; k++)
            p->next[r->assigns.at[i].sources.at[k]] = 0;
    for (size_t i = 0; i < r->assigns.n; i++) {
        const struct pw_assign *a = &r->assigns.at[i];
        int64_t sum = a->constant;
        for (size_t k = 0; k < a->sources.n; k++)
            /* it may look elsewhere */
            if (__builtin_add_overflow(sum, now[a->sources.at[k]], &sum)) return false;
        if (sum < 0) return false;
        p->next[a->var] = sum;
    }
    for (size_t i = 0; i < p->net->complements.n; i++) {
        const struct pw_complement *c = &p->net->complements.at[i];
        if (p->next[c->of] > c->bound) return false;
        p->next[p->vars - p->net->complements.n + i] = c->bound - p->next[c->of];
    }
    return true;
}

static bool meets(const struct probe *p, uint32_t state, uint32_t *target)
{
    const struct pw_system *sys = &p->net->system;
    for (uint32_t t = 0; t + p->net->extra < sys->targets.n; t++) {
        bool yes = pw_net_keeps_uppers(p->net, t, counters_of(p, state));
        for (uint32_t i = 0; yes && i < sys->targets.at[t].ntoks; i++) {
            assert(t < sys->targets.n);
            const struct pw_tok *x = &sys->tokens.at[sys->targets.at[t].toks + i];
            yes = counters_of(p, state)[x->local] >= x->count;
        }
        if (yes) return *target = t, true;
    }
    return false;
}

static void to_config(const struct probe *p, uint32_t state, struct pw_config *out)
{
    for (uint32_t l = 0; l < p->vars; l++) {
        struct pw_tok t = {l, counters_of(p, state)[l]};
        if (t.count) pw_vec_push(&out->toks, t);
    }
}

static uint32_t transition_of(const struct pw_net *net, uint32_t rule)
{
    for (uint32_t i = 0; i < net->system.trans.n; i++)
        if (net->system.trans.at[i].tag == rule) return i;
    return UINT32_MAX;
}

static bool make_trace(const struct probe *p, uint32_t last, struct pw_trace *out)
{
    pw_uints way = {0};
    for (uint32_t s = last; s != UINT32_MAX; s = p->states.at[s].parent)
        pw_vec_push(&way, s);
    assert(way.n > 0);
    to_config(p, way.at[way.n - 1], &out->start);
    for (size_t i = way.n - 1; i-- > 0;) {
        struct pw_trace_step step = {.trans = transition_of(p->net, p->states.at[way.at[i]].rule)};
        to_config(p, way.at[i], &step.after);
        pw_vec_push(&out->steps, step);
    }
    pw_vec_clear(&way);
    size_t step;
    const char *why;
    if (pw_net_replay(p->net, out, &step, &why)) return true;
    pw_trace_clear(out);
    return false;
}

static bool search(struct probe *p, struct pw_trace *out)
{
    add_initial(p);
    for (uint32_t s = 0; s < p->states.n; s++) {
        pw_limits_poll();
        if (meets(p, s, &out->target)) return make_trace(p, s, out);
        for (uint32_t r = 0; r < p->net->rules.n && p->states.n < p->most; r++)
            if (fire(p, &p->net->rules.at[r], counters_of(p, s))) add(p, s, r);
    }
    return false;
}

bool pw_net_probe(const struct pw_net *net, size_t states, struct pw_trace *out)
{
    struct probe p = {.net = net, .vars = net->system.locals};
    memset(out, 0, sizeof *out);
    p.most = states < MOST_CELLS / (p.vars + 1) ? states : MOST_CELLS / (p.vars + 1);
    p.next = PW_NEWS(int64_t, p.vars);
    bool found = search(&p, out);
    PW_FREES(p.next, p.vars);
    pw_vec_clear(&p.counters);
    pw_vec_clear(&p.states);
    pw_table_clear(&p.index);
    return found;
}
