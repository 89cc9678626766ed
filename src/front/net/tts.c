/* tts.c -- the reader of `.tts`, `.prop` and --init. A broken line is reported and skipped; the
 * others are still checked. */
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "base/order.h"
#include "cover/net.h"
#include "front/net/netscan.h"

enum { MOST_STATES = 1 << 24 };

struct reader {
    struct pw_net *net;
    struct pw_netscan scan;
    struct pw_diags *d;
    int64_t shared, local;
};

static bool shared_state(struct reader *r, uint32_t *out)
{
    int64_t x;
    if (!pw_netscan_number(&r->scan, "a shared state", r->shared - 1, &x)) return false;
    *out = (uint32_t)x;
    return true;
}

static bool local_state(struct reader *r, uint32_t *out)
{
    int64_t x;
    if (!pw_netscan_number(&r->scan, "a local state", r->local - 1, &x)) return false;
    *out = (uint32_t)x;
    return true;
}

static void skip_empty_lines(struct pw_netscan *s)
{
    while (s->kind == PW_NETSCAN_LINE)
        pw_netscan_next(s);
}

static bool read_sizes(struct reader *r)
{
    struct pw_netscan *s = &r->scan;
    skip_empty_lines(s);
    size_t from = s->from;
    if (!pw_netscan_number(s, "the number of shared states", MOST_STATES, &r->shared)) return false;
    if (!pw_netscan_number(s, "the number of local states", MOST_STATES, &r->local)) return false;
    if (r->shared == 0 || r->local == 0) {
        pw_diag_add(r->d, PW_ERROR, s->src, from, s->from, NULL,
                    "there must be at least one shared and one local state");
        return false;
    }
    if (s->kind != PW_NETSCAN_LINE && s->kind != PW_NETSCAN_END) {
        pw_netscan_expected(s, "the end of the line");
        return false;
    }
    return true;
}

/* a ~> b c ~> d ... up to the end of the line. */
static bool read_pairs(struct reader *r, struct pw_rule *rule)
{
    struct pw_netscan *s = &r->scan;
    while (s->kind != PW_NETSCAN_LINE && s->kind != PW_NETSCAN_END) {
        struct pw_pair p;
        if (!local_state(r, &p.from)) return false;
        if (!pw_netscan_is(s, "~>")) {
            pw_netscan_expected(s, "'~>'");
            return false;
        }
        pw_netscan_next(s);
        if (!local_state(r, &p.to)) return false;
        pw_vec_push(&rule->pairs, p);
    }
    return true;
}

static bool read_rule(struct reader *r, struct pw_rule *rule)
{
    struct pw_netscan *s = &r->scan;
    rule->text = s->from;
    if (!shared_state(r, &rule->from) || !local_state(r, &rule->active)) return false;
    if (pw_netscan_is(s, "->"))
        rule->kind = PW_RULE_MOVE;
    else if (pw_netscan_is(s, "+>"))
        rule->kind = PW_RULE_SPAWN;
    else if (pw_netscan_is(s, "~>"))
        rule->kind = PW_RULE_BROADCAST;
    else {
        pw_netscan_expected(s, "'->', '+>' or '~>'");
        return false;
    }
    pw_netscan_next(s);
    if (!shared_state(r, &rule->to)) return false;
    rule->end = s->to;
    if (!local_state(r, &rule->active_to)) return false;
    if (rule->kind == PW_RULE_MOVE && !read_pairs(r, rule)) return false;
    if (s->kind != PW_NETSCAN_LINE && s->kind != PW_NETSCAN_END) {
        pw_netscan_expected(s, "the end of the line");
        return false;
    }
    rule->end = s->from;
    return true;
}

static int compare_rules(const void *a, const void *b)
{
    const struct pw_rule *x = *(const struct pw_rule *const *)a,
                         *y = *(const struct pw_rule *const *)b;
    return PW_ORDER(x->from, y->from) ?: PW_ORDER(x->to, y->to) ?: PW_ORDER(x->text, y->text);
}

static void add_pair(struct pw_rule *rule, uint32_t from, uint32_t to)
{
    struct pw_pair p = {from, to};
    pw_vec_push(&rule->pairs, p);
}

/* Stand-alone transfers with the same shared states become one rule, the first of them. */
static void group_broadcasts(struct pw_net *net)
{
    PW_VEC(struct pw_rule *) all = {0};
    for (size_t i = 0; i < net->rules.n; i++)
        if (net->rules.at[i].kind == PW_RULE_BROADCAST) pw_vec_push(&all, &net->rules.at[i]);
    if (all.n > 1) qsort(all.at, all.n, sizeof *all.at, compare_rules);
    struct pw_rule *head = NULL;
    for (size_t i = 0; i < all.n; i++) {
        struct pw_rule *x = all.at[i];
        bool same = head && head->from == x->from && head->to == x->to;
        if (!same) head = x;
        add_pair(head, x->active, x->active_to);
        if (same) x->line = 0;
    }
    pw_vec_clear(&all);
    size_t out = 0;
    for (size_t i = 0; i < net->rules.n; i++)
        if (net->rules.at[i].line != 0) net->rules.at[out++] = net->rules.at[i];
    net->rules.n = out;
}

static void read_rules(struct reader *r)
{
    struct pw_netscan *s = &r->scan;
    unsigned line = 1;
    size_t seen = 0;
    while (s->kind != PW_NETSCAN_END && !pw_diag_full(r->d)) {
        pw_limits_poll();
        if (s->kind == PW_NETSCAN_LINE) {
            pw_netscan_next(s);
            continue;
        }
        for (; seen < s->from; seen++)
            line += s->src->text[seen] == '\n';
        struct pw_rule rule = {.line = line};
        if (read_rule(r, &rule)) {
            pw_vec_push(&r->net->rules, rule);
        } else {
            pw_vec_clear(&rule.pairs);
            pw_netscan_skip_line(s);
        }
    }
}

static void encode_rules(struct pw_net *net)
{
    struct pw_system *sys = &net->system;
    for (size_t i = 0; i < net->rules.n; i++) {
        const struct pw_rule *x = &net->rules.at[i];
        uint32_t relation =
            x->pairs.n ? pw_system_relation(sys, PW_REST_STAY, x->pairs.at, x->pairs.n) : 0;
        struct pw_tok pre = {x->active, 1}, post[2] = {{x->active_to, 1}, {x->active, 1}};
        size_t npre = x->kind == PW_RULE_BROADCAST ? 0 : 1;
        size_t npost = x->kind == PW_RULE_BROADCAST ? 0 : x->kind == PW_RULE_SPAWN ? 2 : 1;
        pw_system_trans(sys, x->from, x->to, &pre, npre, relation, post, npost, false, (uint32_t)i);
    }
}

/* l1,l2,... possibly empty; each is one token or one range. */
static bool read_locals(struct reader *r, pw_toks *out)
{
    while (r->scan.kind == PW_NETSCAN_NUMBER) {
        struct pw_tok t = {0, 1};
        if (!local_state(r, &t.local)) return false;
        pw_vec_push(out, t);
        if (!pw_netscan_is(&r->scan, ",")) return true;
        pw_netscan_next(&r->scan);
        if (r->scan.kind != PW_NETSCAN_NUMBER) {
            pw_netscan_expected(&r->scan, "a local state");
            return false;
        }
    }
    return true;
}

/* A state in the target that the net does not have: nothing covers it. Said aloud, but not an
 * error. */
static void warn_missing(struct reader *r, size_t from, size_t to, const char *kind)
{
    pw_diag_add(r->d, PW_WARNING, r->scan.src, from, to, NULL,
                "the net has no such %s state: the target cannot be covered", kind);
}

/* l1,l2,... of the target; *missing if one does not exist. */
static bool read_target_locals(struct reader *r, pw_toks *out, bool *missing)
{
    struct pw_netscan *s = &r->scan;
    for (bool more = s->kind == PW_NETSCAN_NUMBER; more;) {
        int64_t x;
        size_t from = s->from, to = s->to;
        if (!pw_netscan_number(s, "a local state", MOST_STATES, &x)) return false;
        struct pw_tok t = {(uint32_t)x, 1};
        if (x < r->local)
            pw_vec_push(out, t);
        else
            *missing = true, warn_missing(r, from, to, "local");
        more = pw_netscan_is(s, ",");
        if (more) pw_netscan_next(s);
    }
    return true;
}

/* The target: the first line of the file. */
static bool read_prop(struct reader *r)
{
    struct pw_netscan *s = &r->scan;
    int64_t shared;
    pw_toks toks = {0};
    skip_empty_lines(s);
    size_t from = s->from, to = s->to;
    bool ok = pw_netscan_number(s, "a shared state", MOST_STATES, &shared), missing = false;
    if (ok && shared >= r->shared) missing = true, warn_missing(r, from, to, "shared");
    if (ok && !pw_netscan_is(s, "|")) {
        pw_netscan_expected(s, "'|'");
        ok = false;
    }
    if (ok) {
        pw_netscan_next(s);
        ok = read_target_locals(r, &toks, &missing);
    }
    if (ok && s->kind == PW_NETSCAN_SIGN) {
        pw_netscan_expected(s, "',' or the end of the target");
        ok = false;
    }
    if (ok && !missing) pw_system_target(&r->net->system, (uint32_t)shared, toks.at, toks.n);
    pw_vec_clear(&toks);
    return ok;
}

/* The box of --init: exactly the tokens of `fixed`, and any number in the locals of `any`. */
static void add_box(struct pw_system *sys, uint32_t shared, pw_toks *fixed, pw_toks *any)
{
    PW_VEC(struct pw_range) ranges = {0};
    pw_toks_normalise(fixed);
    pw_toks_normalise(any);
    size_t i = 0, j = 0;
    while (i < fixed->n || j < any->n) {
        uint32_t f = i < fixed->n ? fixed->at[i].local : UINT32_MAX,
                 a = j < any->n ? any->at[j].local : UINT32_MAX;
        struct pw_range x = {f < a ? f : a, a <= f, f <= a ? fixed->at[i].count : 0,
                             f <= a ? fixed->at[i].count : 0};
        i += f <= a;
        j += a <= f;
        pw_vec_push(&ranges, x);
    }
    pw_system_box(sys, shared, ranges.at, ranges.n, false);
    pw_vec_clear(&ranges);
}

static bool read_init(struct reader *r)
{
    struct pw_netscan *s = &r->scan;
    uint32_t shared;
    pw_toks fixed = {0}, any = {0};
    bool ok = shared_state(r, &shared), part = false;
    if (ok && pw_netscan_is(s, "|")) {
        pw_netscan_next(s);
        ok = read_locals(r, &fixed);
        part = true;
    }
    if (ok && pw_netscan_is(s, "/")) {
        pw_netscan_next(s);
        ok = read_locals(r, &any);
        part = true;
    }
    if (ok && (!part || s->kind != PW_NETSCAN_END)) {
        pw_netscan_expected(s, part ? "',' or the end" : "'|' or '/'");
        ok = false;
    }
    if (ok) add_box(&r->net->system, shared, &fixed, &any);
    pw_vec_clear(&fixed);
    pw_vec_clear(&any);
    return ok;
}

static bool read_all(struct reader *r, const struct pw_source *tts, const struct pw_source *prop,
                     const struct pw_source *init)
{
    unsigned before = r->d->errors;
    pw_netscan_start(&r->scan, tts, r->d, true);
    if (!read_sizes(r)) return false;
    pw_system_init(&r->net->system, (uint32_t)r->shared, (uint32_t)r->local);
    read_rules(r);
    pw_netscan_start(&r->scan, prop, r->d, true);
    read_prop(r);
    struct pw_source usual = {0};
    if (!init) pw_source_from_text(&usual, "--init", "0/0", 3);
    pw_netscan_start(&r->scan, init ? init : &usual, r->d, false);
    read_init(r);
    pw_source_clear(&usual);
    return r->d->errors == before;
}

bool pw_net_read_tts(struct pw_net *net, const struct pw_source *tts, const struct pw_source *prop,
                     const struct pw_source *init, struct pw_diags *d)
{
    memset(net, 0, sizeof *net);
    struct reader r = {.net = net, .d = d};
    net->exact = true;
    net->size = tts->size;
    net->text = pw_mem_strndup(tts->text, tts->size);
    if (!read_all(&r, tts, prop, init)) {
        pw_net_clear(net);
        return false;
    }
    group_broadcasts(net);
    encode_rules(net);
    return true;
}
