#include "front/net/spec_encode.h"

#include <assert.h>
#include <string.h>

enum { SPEC_MOST_VALUES = 16, SPEC_MOST_CASES = 1024 };

/* One variable of the rule at hand. */
struct part {
    uint32_t var;
    int64_t lo;     /* least number demanded */
    int64_t values; /* how many values an upper bound leaves; 0: no upper bound */
    bool assigned, source, moved;
    uint32_t dest; /* part that its tokens go to; PW_SUNK: none */
    int64_t constant;
    int64_t taken; /* pre, in the case at hand */
    int64_t put;   /* post */
    /* with a complement: its local and K; PW_SUNK: there is none */
    uint32_t complement;
    int64_t bound;
    int64_t above; /* K - hi: what the guard asks of the complement; if the values are not listed */
};

typedef PW_VEC(struct part) parts;

static uint32_t part_of(parts *p, uint32_t var)
{
    for (size_t i = 0; i < p->n; i++)
        if (p->at[i].var == var) return (uint32_t)i;
    struct part x = {.var = var, .dest = (uint32_t)p->n, .complement = PW_SUNK};
    pw_vec_push(p, x);
    return (uint32_t)p->n - 1;
}

static void collect_guards(parts *p, const struct pw_rule *rule)
{
    for (size_t i = 0; i < rule->guards.n; i++) {
        const struct pw_range *g = &rule->guards.at[i];
        uint32_t k = part_of(p, g->local);
        assert(k < p->n);
        p->at[k].lo = g->lo;
        p->at[k].values = g->many ? 0 : g->hi - g->lo + 1;
    }
}

static bool collect_sources(struct pw_spec_encoder *e, parts *p, const struct pw_rule *rule,
                            const struct pw_assign *a)
{
    uint32_t k = part_of(p, a->var);
    for (size_t i = 0; i < a->sources.n; i++) {
        uint32_t s = part_of(p, a->sources.at[i]);
        if (p->at[s].source) {
            pw_diag_add(e->d, PW_ERROR, e->src, rule->text, rule->end, NULL,
                        "unsupported: '%s' is copied; it may stand in one sum, once",
                        e->net->names.at[a->sources.at[i]]);
            return false;
        }
        assert(s < p->n);
        p->at[s].source = true;
        p->at[s].dest = k;
        p->at[s].moved = s != k;
    }
    assert(k < p->n);
    p->at[k].assigned = true;
    p->at[k].constant = a->constant;
    return true;
}

static bool collect(struct pw_spec_encoder *e, parts *p, const struct pw_rule *rule)
{
    collect_guards(p, rule);
    for (size_t i = 0; i < rule->assigns.n; i++)
        if (!collect_sources(e, p, rule, &rule->assigns.at[i])) return false;
    for (size_t i = 0; i < p->n; i++) {
        struct part *x = &p->at[i];
        if (x->assigned && !x->source) x->dest = PW_SUNK;
        if (x->moved && !x->assigned)
            pw_diag_add(e->d, PW_WARNING, e->src, rule->text, rule->end, NULL,
                        "'%s' is added to '%s' and not assigned: it is moved, not copied",
                        e->net->names.at[x->var], e->net->names.at[p->at[x->dest].var]);
    }
    return true;
}

static bool has_complement(const struct part *x)
{
    return x->complement != PW_SUNK;
}

/* Of the complement: what the guards of the case at hand ask for. */
static int64_t complement_asked(const struct part *x)
{
    assert(has_complement(x) && (!x->values || x->taken <= x->bound));
    return x->values ? x->bound - x->taken : x->above;
}

/* How much the case adds to x, as far as its complement must lose it. */
static int64_t gain(const struct part *x)
{
    return x->values ? x->put - x->taken : x->constant;
}

/* Can the case take x above the bound of its complement? */
static bool may_exceed(const struct part *x)
{
    return has_complement(x) && gain(x) > complement_asked(x);
}

/* The target "the case at hand is enabled and takes part k above its bound". */
static void emit_excess(struct pw_spec_encoder *e, const parts *p, size_t k)
{
    pw_toks toks = {0};
    for (size_t i = 0; i < p->n; i++) {
        const struct part *x = &p->at[i];
        struct pw_tok t = {x->var, x->taken}, c = {x->complement, 0};
        int64_t least = x->bound - gain(x) + 1;
        if (i == k && t.count < least) t.count = least;
        pw_vec_push(&toks, t);
        if (!has_complement(x)) continue;
        c.count = complement_asked(x);
        pw_vec_push(&toks, c);
    }
    pw_system_target(&e->net->system, 0, toks.at, toks.n);
    pw_vec_clear(&toks);
}

/* Of x's complement: what is taken and put. False: no configuration within the bounds has the
 * step. */
static bool emit_complement(const struct part *x, pw_toks *pre, pw_toks *post)
{
    int64_t asked = complement_asked(x), lost = gain(x);
    if (x->values && lost > asked) return false;
    struct pw_tok taken = {x->complement, lost > asked ? lost : asked},
                  put = {x->complement, taken.count - lost};
    assert(taken.count >= 0 && put.count >= 0);
    pw_vec_push(pre, taken);
    pw_vec_push(post, put);
    return true;
}

/* The targets of the case at hand, and what it does to complements; false: no step is left. */
static bool emit_complements(struct pw_spec_encoder *e, const parts *p, pw_toks *pre, pw_toks *post)
{
    bool ok = true;
    for (size_t i = 0; i < p->n; i++) {
        if (!has_complement(&p->at[i])) continue;
        if (may_exceed(&p->at[i])) emit_excess(e, p, i);
        ok = emit_complement(&p->at[i], pre, post) && ok;
    }
    return ok;
}

static void emit(struct pw_spec_encoder *e, const parts *p, uint32_t rule)
{
    struct pw_system *sys = &e->net->system;
    pw_toks pre = {0}, post = {0};
    PW_VEC(struct pw_pair) pairs = {0};
    for (size_t i = 0; i < p->n; i++) {
        const struct part *x = &p->at[i];
        struct pw_tok taken = {x->var, x->taken}, put = {x->var, x->put};
        pw_vec_push(&pre, taken);
        pw_vec_push(&post, put);
        if (x->values && has_complement(x)) continue; /* all its tokens are taken */
        struct pw_pair to = {x->var,
                             x->values || x->dest == PW_SUNK ? PW_SUNK : p->at[x->dest].var};
        if (to.from != to.to) pw_vec_push(&pairs, to);
    }
    if (!emit_complements(e, p, &pre, &post)) {
        pw_vec_clear(&pre);
        pw_vec_clear(&post);
        pw_vec_clear(&pairs);
        return;
    }
    uint32_t relation = pw_system_relation(sys, PW_REST_STAY, pairs.at, pairs.n);
    pw_system_trans(sys, 0, 0, pre.at, pre.n, relation, post.at, post.n, false, rule);
    pw_vec_clear(&pre);
    pw_vec_clear(&post);
    pw_vec_clear(&pairs);
}

/* put of every part from taken; returns the first part that is short, or NULL. */
static struct part *balance(parts *p)
{
    for (size_t i = 0; i < p->n; i++)
        p->at[i].put = p->at[i].constant;
    for (size_t i = 0; i < p->n; i++)
        if (p->at[i].dest != PW_SUNK)
            p->at[p->at[i].dest].put = pw_count_add(p->at[p->at[i].dest].put, p->at[i].taken);
    for (size_t i = 0; i < p->n; i++)
        if (p->at[i].put < 0) return &p->at[i];
    return NULL;
}

/* The free sources of part k: those whose number no upper bound fixes. */
static size_t free_sources(const parts *p, uint32_t k, uint32_t *only)
{
    size_t n = 0;
    for (size_t i = 0; i < p->n; i++)
        if (p->at[i].dest == k && !p->at[i].values) {
            *only = (uint32_t)i;
            n++;
        }
    return n;
}

/* Emits the transitions for fixed guard values; shortages are taken from one free source, or one
 * token at a time from each of several. Depth is bounded by SPEC_MOST_CASES: each level makes at
 * least two cases. */
static bool emit_cases(struct pw_spec_encoder *e, parts *p, uint32_t rule, unsigned *cases)
{
    struct part *x = balance(p);
    if (!x) {
        emit(e, p, rule);
        return ++*cases <= SPEC_MOST_CASES;
    }
    uint32_t k = (uint32_t)(x - p->at), only = 0;
    size_t n = free_sources(p, k, &only);
    if (n == 0) return true; /* never enabled */
    if (n == 1) {
        assert(only < p->n);
        int64_t save = p->at[only].taken;
        p->at[only].taken = pw_count_add(save, -x->put);
        bool ok = emit_cases(e, p, rule, cases);
        p->at[only].taken = save;
        return ok;
    }
    if (-x->put > 9) return false;
    for (size_t i = 0; i < p->n; i++) {
        if (p->at[i].dest != k || p->at[i].values) continue;
        int64_t save = p->at[i].taken;
        p->at[i].taken = pw_count_add(save, 1);
        bool ok = ++*cases <= SPEC_MOST_CASES && emit_cases(e, p, rule, cases);
        p->at[i].taken = save;
        if (!ok) return false;
    }
    return true;
}

/* Drops upper bounds that leave too many values; returns the number of combinations of the
 * others. */
static int64_t count_values(struct pw_spec_encoder *e, parts *p)
{
    int64_t all = 1;
    for (size_t i = 0; i < p->n; i++) {
        if (!p->at[i].values) continue;
        bool keep = has_complement(&p->at[i]),
             many = all * p->at[i].values > SPEC_MOST_VALUES * SPEC_MOST_VALUES;
        if (!keep) e->net->exact = false;
        e->failed |= keep && many;
        if (p->at[i].values > (keep ? SPEC_MOST_VALUES + 1 : SPEC_MOST_VALUES) || many)
            p->at[i].values = 0;
        else
            all *= p->at[i].values;
    }
    return e->failed ? 0 : all;
}

/* Do the tokens of x stay in x, and come none from elsewhere? */
static bool keeps_to_itself(const parts *p, uint32_t k)
{
    for (uint32_t i = 0; i < p->n; i++)
        if ((p->at[i].dest == k) != (i == k)) return false;
    return true;
}

/* Can part k get any number of tokens from another one? */
static bool has_open_source(const parts *p, uint32_t k)
{
    for (uint32_t i = 0; i < p->n; i++)
        if (i != k && p->at[i].dest == k && !has_complement(&p->at[i])) return true;
    return false;
}

/* Prepares part k, a variable with the complement c; false: the rule is never enabled within the
 * bound. */
static bool use_complement(struct pw_spec_encoder *e, parts *p, uint32_t k, uint32_t c)
{
    assert(k < p->n);
    struct part *x = &p->at[k];
    x->complement = e->net->system.locals - (uint32_t)e->net->complements.n + c;
    assert(c < e->net->complements.n);
    x->bound = e->net->complements.at[c].bound;
    assert(x->bound <= SPEC_MOST_VALUES);
    if (x->lo > x->bound) return false;
    int64_t hi = x->values && x->lo + x->values - 1 < x->bound ? x->lo + x->values - 1 : x->bound;
    bool itself = keeps_to_itself(p, k);
    x->values = itself ? 0 : hi - x->lo + 1;
    x->above = x->bound - hi;
    return true;
}

static bool use_complements(struct pw_spec_encoder *e, parts *p)
{
    for (uint32_t c = 0; c < e->net->complements.n; c++)
        for (uint32_t k = 0; k < p->n; k++)
            if (p->at[k].var == e->net->complements.at[c].of && !use_complement(e, p, k, c))
                return false;
    for (uint32_t k = 0; k < p->n; k++)
        e->failed |= has_complement(&p->at[k]) && has_open_source(p, k);
    return !e->failed;
}

static void encode_parts(struct pw_spec_encoder *e, parts *p, uint32_t number)
{
    assert(number < e->net->rules.n);
    const struct pw_rule *rule = &e->net->rules.at[number];
    int64_t all = count_values(e, p);
    unsigned cases = 0;
    for (int64_t c = 0; c < all; c++) {
        int64_t rest = c;
        for (size_t i = 0; i < p->n; i++) {
            int64_t values = p->at[i].values ? p->at[i].values : 1;
            p->at[i].taken = p->at[i].lo + rest % values;
            rest /= values;
        }
        if (emit_cases(e, p, number, &cases)) continue;
        pw_diag_add(e->d, PW_ERROR, e->src, rule->text, rule->end, NULL,
                    "unsupported: too many ways to subtract from a sum of several variables");
        return;
    }
}

void pw_spec_encode(struct pw_spec_encoder *e, uint32_t rule, bool possible)
{
    parts p = {0};
    if (collect(e, &p, &e->net->rules.at[rule]) && possible && use_complements(e, &p))
        encode_parts(e, &p, rule);
    pw_vec_clear(&p);
}
