#include "front/net/spec_exact.h"

#include <assert.h>
#include <string.h>

#include "base/limits.h"
#include "cover/linear.h"
#include "front/net/spec_encode.h"

enum { SPEC_MOST_BOUND = 16, BOUNDING_ROUNDS = 64, ASK_CELLS = 20000000 };
#define UNBOUNDED INT64_MAX

struct exact_ctx {
    struct pw_net *net;
    uint32_t vars;
    uint8_t *wanted;  /* per variable: a guard or a target bounds it from above */
    int64_t *initial; /* per variable: its number at the start if that is fixed, else -1 */
    int64_t *bound;   /* per variable, or UNBOUNDED */
};

/* ---- bounds by intervals ---- */

/* The largest value of the variable when the rule is enabled; -1: the rule never is. */
static int64_t most_when(const struct exact_ctx *x, const struct pw_rule *r, uint32_t var)
{
    int64_t most = x->bound[var];
    for (size_t i = 0; i < r->guards.n; i++) {
        const struct pw_range *g = &r->guards.at[i];
        if (g->local != var) continue;
        if (!g->many && g->hi < most) most = g->hi;
        if (g->lo > most) return -1;
    }
    return most;
}

static bool may_be_enabled(const struct exact_ctx *x, const struct pw_rule *r)
{
    for (size_t i = 0; i < r->guards.n; i++)
        if (most_when(x, r, r->guards.at[i].local) < r->guards.at[i].lo) return false;
    return true;
}

/* The largest value that the assignment can give. */
static int64_t most_assigned(const struct exact_ctx *x, const struct pw_rule *r,
                             const struct pw_assign *a)
{
    int64_t sum = a->constant;
    for (size_t i = 0; i < a->sources.n; i++) {
        int64_t most = most_when(x, r, a->sources.at[i]);
        assert(most >= 0);
        if (most == UNBOUNDED) return UNBOUNDED;
        sum = pw_count_add(sum, most);
    }
    return sum;
}

/* One round over all rules: did a bound grow? Bounds above SPEC_MOST_BOUND, and those that still
 * grow after the first rounds, are none. */
static bool grow(struct exact_ctx *x, bool bounding)
{
    bool grown = false;
    for (size_t i = 0; i < x->net->rules.n; i++) {
        const struct pw_rule *r = &x->net->rules.at[i];
        assert(r->kind == PW_RULE_COMMAND);
        pw_limits_poll();
        if (!may_be_enabled(x, r)) continue;
        for (size_t k = 0; k < r->assigns.n; k++) {
            uint32_t var = r->assigns.at[k].var;
            int64_t most = most_assigned(x, r, &r->assigns.at[k]);
            if (most <= x->bound[var]) continue;
            x->bound[var] = bounding && most <= SPEC_MOST_BOUND ? most : UNBOUNDED;
            grown = true;
        }
    }
    return grown;
}

static void find_intervals(struct exact_ctx *x)
{
    const struct pw_system *sys = &x->net->system;
    const struct pw_box *b = &sys->boxes.at[0];
    assert(b->ranges <= sys->ranges.n);
    const struct pw_range *r = sys->ranges.at + b->ranges;
    for (uint32_t v = 0; v < x->vars; v++) {
        x->initial[v] = b->rest_many ? -1 : 0;
        x->bound[v] = b->rest_many ? UNBOUNDED : 0;
    }
    for (uint32_t k = 0; k < b->nranges; k++) {
        assert(r[k].local < x->vars);
        x->bound[r[k].local] = r[k].many ? UNBOUNDED : r[k].hi;
        x->initial[r[k].local] = !r[k].many && r[k].lo == r[k].hi ? r[k].lo : -1;
    }
    for (unsigned round = 0; grow(x, round < BOUNDING_ROUNDS);)
        round++;
}

/* ---- bounds by linear invariants of the relaxed net ---- */

static bool at_most(struct pw_linears *l, uint32_t var, int64_t k)
{
    struct pw_tok more = {var, k + 1};
    return pw_linears_exclude(l, 0, &more, 1, ASK_CELLS);
}

static void find_linear(struct exact_ctx *x)
{
    struct pw_slice slice;
    pw_slice_init(&slice, &x->net->system);
    struct pw_linears *l = pw_linears_new(&x->net->system, &slice, UINT64_MAX);
    for (uint32_t v = 0; v < x->vars; v++) {
        if (!x->wanted[v] || x->initial[v] < 0 || x->bound[v] <= SPEC_MOST_BOUND) continue;
        if (x->initial[v] > SPEC_MOST_BOUND || !at_most(l, v, SPEC_MOST_BOUND)) continue;
        x->bound[v] = SPEC_MOST_BOUND;
        while (x->bound[v] > x->initial[v] && at_most(l, v, x->bound[v] - 1))
            x->bound[v]--;
    }
    pw_linears_free(l);
    pw_slice_clear(&slice);
}

/* ---- the system with complements ---- */

static void name_complement(struct pw_net *net, const struct pw_complement *c)
{
    struct pw_strbuf name = {0};
    assert(c->of < net->names.n);
    pw_strbuf_printf(&name, "%lld-%s", (long long)c->bound, net->names.at[c->of]);
    while (pw_names_find(&net->names, pw_strbuf_text(&name)) != PW_TABLE_NONE)
        pw_strbuf_putc(&name, '\'');
    pw_names_intern(&net->names, pw_strbuf_text(&name));
    pw_strbuf_clear(&name);
}

static void choose(struct exact_ctx *x)
{
    for (uint32_t v = 0; v < x->vars; v++) {
        if (!x->wanted[v] || x->initial[v] < 0 || x->bound[v] > SPEC_MOST_BOUND) continue;
        struct pw_complement c = {v, x->bound[v]};
        assert(c.bound >= x->initial[v]);
        pw_vec_push(&x->net->complements, c);
    }
}

static void copy_box(const struct exact_ctx *x, const struct pw_system *old)
{
    const struct pw_box *b = &old->boxes.at[0];
    PW_VEC(struct pw_range) ranges = {0};
    for (uint32_t k = 0; k < b->nranges; k++)
        pw_vec_push(&ranges, old->ranges.at[b->ranges + k]);
    for (uint32_t k = 0; k < x->net->complements.n; k++) {
        const struct pw_complement *c = &x->net->complements.at[k];
        int64_t n = c->bound - x->initial[c->of];
        struct pw_range r = {x->vars + k, false, n, n};
        assert(n >= 0);
        pw_vec_push(&ranges, r);
    }
    pw_system_box(&x->net->system, 0, ranges.at, ranges.n, b->rest_many);
    pw_vec_clear(&ranges);
}

/* The targets, with what their upper bounds ask of complements. */
static void copy_targets(const struct exact_ctx *x, const struct pw_system *old)
{
    pw_toks toks = {0};
    size_t u = 0;
    const struct pw_net *net = x->net;
    for (uint32_t i = 0; i < old->targets.n; i++) {
        pw_vec_reset(&toks);
        for (uint32_t k = 0; k < old->targets.at[i].ntoks; k++)
            pw_vec_push(&toks, old->tokens.at[old->targets.at[i].toks + k]);
        for (; u < net->uppers.n && net->uppers.at[u].target == i; u++) {
            const struct pw_upper *upper = &net->uppers.at[u];
            uint32_t k = 0;
            while (k < net->complements.n && net->complements.at[k].of != upper->local)
                k++;
            if (k == net->complements.n) x->net->exact = false;
            if (k == net->complements.n || upper->most >= net->complements.at[k].bound) continue;
            struct pw_tok t = {x->vars + k, net->complements.at[k].bound - upper->most};
            pw_vec_push(&toks, t);
        }
        pw_system_target(&x->net->system, 0, toks.at, toks.n);
    }
    assert(u == net->uppers.n);
    pw_vec_clear(&toks);
}

/* All rules into the empty system; false: one of them needs too many cases. */
static bool encode_anew(struct exact_ctx *x, const struct pw_system *old,
                        const struct pw_source *src)
{
    struct pw_net *net = x->net;
    struct pw_diags said = {0}; /* what was said when the rules were read is not said again */
    struct pw_spec_encoder e = {.net = net, .src = src, .d = &said};
    pw_system_init(&net->system, 1, x->vars + (uint32_t)net->complements.n);
    copy_box(x, old);
    net->exact = true;
    copy_targets(x, old);
    for (uint32_t i = 0; i < net->rules.n && !e.failed; i++) {
        pw_limits_poll();
        pw_spec_encode(&e, i, !net->rules.at[i].never);
    }
    net->extra = (uint32_t)(net->system.targets.n - old->targets.n);
    bool ok = !e.failed && said.errors == 0;
    pw_diags_clear(&said);
    return ok;
}

static void build(struct exact_ctx *x, const struct pw_source *src)
{
    struct pw_net *net = x->net;
    choose(x);
    if (net->complements.n == 0) return;
    struct pw_system old = net->system;
    bool exact = net->exact;
    if (encode_anew(x, &old, src)) {
        pw_system_clear(&old);
        for (size_t i = 0; i < net->complements.n; i++)
            name_complement(net, &net->complements.at[i]);
        assert(net->names.n == net->system.locals);
        return;
    }
    pw_system_clear(&net->system);
    pw_vec_clear(&net->complements);
    net->system = old;
    net->exact = exact;
    net->extra = 0;
}

/* Marks the variables that a guard or a target bounds from above; false: there are none. */
static bool mark_wanted(struct exact_ctx *x)
{
    bool any = false;
    for (size_t i = 0; i < x->net->rules.n; i++) {
        const struct pw_rule *r = &x->net->rules.at[i];
        for (size_t k = 0; k < r->guards.n; k++)
            if (!r->guards.at[k].many) x->wanted[r->guards.at[k].local] = any = true;
    }
    for (size_t i = 0; i < x->net->uppers.n; i++)
        x->wanted[x->net->uppers.at[i].local] = any = true;
    return any;
}

void pw_spec_exact(struct pw_net *net, const struct pw_source *src)
{
    if (net->exact || net->system.boxes.n != 1) return;
    struct exact_ctx x = {.net = net, .vars = net->system.locals};
    assert(net->names.n == x.vars && net->complements.n == 0 && net->system.globals == 1);
    x.wanted = PW_NEWS(uint8_t, x.vars);
    x.initial = PW_NEWS(int64_t, x.vars);
    x.bound = PW_NEWS(int64_t, x.vars);
    if (mark_wanted(&x)) {
        find_intervals(&x);
        find_linear(&x);
        build(&x, src);
    }
    PW_FREES(x.wanted, x.vars);
    PW_FREES(x.initial, x.vars);
    PW_FREES(x.bound, x.vars);
}
