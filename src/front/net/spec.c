/* spec.c -- the reader of `.spec`: sections vars, rules, init, target, optionally invariants. A
 * broken rule is reported and skipped. */
#include <stdio.h>
#include <string.h>

#include "base/limits.h"
#include "cover/net.h"
#include "front/net/netscan.h"
#include "front/net/spec_encode.h"
#include "front/net/spec_exact.h"

struct reader {
    struct pw_net *net;
    struct pw_netscan scan;
    struct pw_diags *d;
    struct pw_spec_encoder encoder;
};

static const char *const sections[] = {"vars", "rules", "init", "target", "invariants"};

static bool at_section(const struct pw_netscan *s)
{
    if (s->kind != PW_NETSCAN_WORD) return false;
    for (size_t i = 0; i < sizeof sections / sizeof *sections; i++)
        if (pw_netscan_is(s, sections[i])) return true;
    return false;
}

static bool open_section(struct reader *r, const char *name)
{
    char what[40];
    if (pw_netscan_is(&r->scan, name)) {
        pw_netscan_next(&r->scan);
        return true;
    }
    snprintf(what, sizeof what, "section '%s'", name);
    pw_netscan_expected(&r->scan, what);
    return false;
}

static bool expect(struct reader *r, const char *sign)
{
    char what[24];
    if (pw_netscan_is(&r->scan, sign)) {
        pw_netscan_next(&r->scan);
        return true;
    }
    snprintf(what, sizeof what, *sign == '\'' ? "a prime: x' = ..." : "'%s'", sign);
    pw_netscan_expected(&r->scan, what);
    return false;
}

static bool read_vars(struct reader *r)
{
    struct pw_netscan *s = &r->scan;
    if (!open_section(r, "vars")) return false;
    while (s->kind == PW_NETSCAN_WORD && !at_section(s)) {
        size_t before = r->net->names.n;
        if (pw_names_intern_n(&r->net->names, s->src->text + s->from, s->to - s->from) < before)
            pw_diag_add(r->d, PW_ERROR, s->src, s->from, s->to, NULL,
                        "variable '%.*s' is declared twice", (int)(s->to - s->from),
                        s->src->text + s->from);
        pw_netscan_next(s);
        if (pw_netscan_is(s, ",")) pw_netscan_next(s);
    }
    if (!at_section(s)) {
        pw_netscan_expected(s, "a variable or section 'rules'");
        return false;
    }
    if (r->net->names.n > 0) return true;
    pw_diag_add(r->d, PW_ERROR, s->src, s->from, s->to, NULL, "no variables are declared");
    return false;
}

/* A declared variable; advances. */
static bool read_var(struct reader *r, uint32_t *out)
{
    struct pw_netscan *s = &r->scan;
    if (s->kind != PW_NETSCAN_WORD || at_section(s)) {
        pw_netscan_expected(s, "a variable");
        return false;
    }
    char *word = pw_mem_strndup(s->src->text + s->from, s->to - s->from);
    int64_t id = pw_names_find(&r->net->names, word);
    if (id == PW_TABLE_NONE) {
        const char *near =
            r->net->names.n <= 1000
                ? pw_diag_nearest(word, (const char *const *)r->net->names.at, r->net->names.n)
                : NULL;
        char hint[120];
        if (near) snprintf(hint, sizeof hint, "did you mean '%.80s'?", near);
        pw_diag_add(r->d, PW_ERROR, s->src, s->from, s->to, near ? hint : NULL,
                    "undeclared variable '%.80s'", word);
    }
    pw_mem_strfree(word);
    pw_netscan_next(s);
    *out = (uint32_t)id;
    return id != PW_TABLE_NONE;
}

/* x >= k, x = k, x in [a,b] */
static bool read_constraint(struct reader *r, struct pw_range *out)
{
    struct pw_netscan *s = &r->scan;
    out->many = false;
    if (!read_var(r, &out->local)) return false;
    if (pw_netscan_is(s, ">=")) {
        pw_netscan_next(s);
        out->many = true;
        out->hi = 0;
        return pw_netscan_number(s, "a number", PW_NETSCAN_MOST, &out->lo);
    }
    if (pw_netscan_is(s, "=")) {
        pw_netscan_next(s);
        bool ok = pw_netscan_number(s, "a number", PW_NETSCAN_MOST, &out->lo);
        out->hi = out->lo;
        return ok;
    }
    if (!pw_netscan_is(s, "in")) {
        pw_netscan_expected(s, "'>=', '=' or 'in'");
        return false;
    }
    pw_netscan_next(s);
    if (!expect(r, "[") || !pw_netscan_number(s, "a number", PW_NETSCAN_MOST, &out->lo) ||
        !expect(r, ","))
        return false;
    if (!pw_netscan_number(s, "a number", PW_NETSCAN_MOST, &out->hi)) return false;
    return expect(r, "]");
}

/* The conjunction of two constraints on one variable; false if nothing satisfies it. */
static bool intersect(struct pw_range *x, const struct pw_range *y)
{
    if (y->lo > x->lo) x->lo = y->lo;
    if (!y->many && (x->many || y->hi < x->hi)) {
        x->many = false;
        x->hi = y->hi;
    }
    return x->many || x->lo <= x->hi;
}

/* Adds the constraint to the list, one entry per variable; false if the variable can have no
 * value. */
static bool add_range(struct pw_range **at, size_t *n, const struct pw_range *x)
{
    for (size_t i = 0; i < *n; i++)
        if ((*at)[i].local == x->local) return intersect(&(*at)[i], x);
    (*at)[(*n)++] = *x;
    return x->many || x->lo <= x->hi;
}

static bool read_guards(struct reader *r, struct pw_rule *rule, bool *possible)
{
    struct pw_netscan *s = &r->scan;
    if (pw_netscan_is(s, "true")) {
        pw_netscan_next(s);
        return true;
    }
    for (;;) {
        struct pw_range x;
        if (!read_constraint(r, &x)) return false;
        pw_vec_reserve(&rule->guards, rule->guards.n + 1);
        *possible &= add_range(&rule->guards.at, &rule->guards.n, &x);
        if (!pw_netscan_is(s, ",")) return true;
        pw_netscan_next(s);
    }
}

/* The constants of all sums assigned to one variable are added: what they make must be a number of
 * the format, too. */
static bool read_constant(struct reader *r, bool minus, struct pw_assign *a)
{
    struct pw_netscan *s = &r->scan;
    size_t from = s->from, to = s->to;
    int64_t c;
    if (!pw_netscan_number(s, "a number", PW_NETSCAN_MOST, &c)) return false;
    /* both are at most PW_NETSCAN_MOST, an eighth of what int64_t holds */
    a->constant += minus ? -c : c;
    if (a->constant <= PW_NETSCAN_MOST && a->constant >= -PW_NETSCAN_MOST) return true;
    pw_diag_add(r->d, PW_ERROR, s->src, from, to, NULL,
                "the constants added to '%s' are out of range: at most %lld",
                r->net->names.at[a->var], (long long)PW_NETSCAN_MOST);
    return false;
}

/* A sum of variables with an optional final constant, into *a. */
static bool read_sum(struct reader *r, struct pw_assign *a)
{
    struct pw_netscan *s = &r->scan;
    for (bool minus = false;;) {
        if (s->kind == PW_NETSCAN_NUMBER) return read_constant(r, minus, a);
        if (minus) {
            pw_netscan_expected(s, "a number");
            return false;
        }
        uint32_t x;
        if (!read_var(r, &x)) return false;
        pw_vec_push(&a->sources, x);
        minus = pw_netscan_is(s, "-");
        if (!minus && !pw_netscan_is(s, "+")) return true;
        pw_netscan_next(s);
    }
}

static struct pw_assign *assign_of(struct pw_rule *rule, uint32_t var)
{
    for (size_t i = 0; i < rule->assigns.n; i++)
        if (rule->assigns.at[i].var == var) return &rule->assigns.at[i];
    struct pw_assign a = {.var = var};
    pw_vec_push(&rule->assigns, a);
    return &pw_vec_last(&rule->assigns);
}

static bool read_assign(struct reader *r, struct pw_rule *rule)
{
    struct pw_netscan *s = &r->scan;
    uint32_t var;
    size_t from = s->from, before = rule->assigns.n;
    if (!read_var(r, &var) || !expect(r, "'") || !expect(r, "=")) return false;
    struct pw_assign *a = assign_of(rule, var);
    if (rule->assigns.n == before)
        pw_diag_add(r->d, PW_WARNING, s->src, from, s->from, NULL,
                    "'%s' is assigned twice in one rule; the two sums are added",
                    r->net->names.at[var]);
    return read_sum(r, a);
}

static bool read_assigns(struct reader *r, struct pw_rule *rule)
{
    struct pw_netscan *s = &r->scan;
    if (pw_netscan_is(s, ";")) return true;
    for (;;) {
        if (!read_assign(r, rule)) return false;
        if (!pw_netscan_is(s, ",")) return true;
        pw_netscan_next(s);
    }
}

static bool read_rule(struct reader *r, struct pw_rule *rule, bool *possible)
{
    rule->text = r->scan.from;
    bool ok = read_guards(r, rule, possible) && expect(r, "->") && read_assigns(r, rule);
    rule->end = r->scan.from;
    return ok && expect(r, ";");
}

static void free_rule(struct pw_rule *rule)
{
    for (size_t i = 0; i < rule->assigns.n; i++)
        pw_vec_clear(&rule->assigns.at[i].sources);
    pw_vec_clear(&rule->assigns);
    pw_vec_clear(&rule->guards);
}

/* After an error: behind the next ';', or at the next section. */
static void skip_rule(struct pw_netscan *s)
{
    while (s->kind != PW_NETSCAN_END && !pw_netscan_is(s, ";") && !at_section(s))
        pw_netscan_next(s);
    if (pw_netscan_is(s, ";")) pw_netscan_next(s);
}

static bool read_rules(struct reader *r)
{
    struct pw_netscan *s = &r->scan;
    unsigned line = 1;
    size_t seen = 0;
    if (!open_section(r, "rules")) return false;
    while (s->kind != PW_NETSCAN_END && !at_section(s) && !pw_diag_full(r->d)) {
        pw_limits_poll();
        for (; seen < s->from; seen++)
            line += s->src->text[seen] == '\n';
        struct pw_rule rule = {.kind = PW_RULE_COMMAND, .line = line};
        bool possible = true;
        if (!read_rule(r, &rule, &possible)) {
            free_rule(&rule);
            skip_rule(s);
        } else {
            rule.never = !possible;
            pw_vec_push(&r->net->rules, rule);
            pw_spec_encode(&r->encoder, (uint32_t)r->net->rules.n - 1, possible);
        }
    }
    return true;
}

static bool read_init(struct reader *r)
{
    struct pw_netscan *s = &r->scan;
    if (!open_section(r, "init")) return false;
    PW_VEC(struct pw_range) ranges = {0};
    uint32_t *where = PW_NEWS(uint32_t, r->net->names.n); /* position of a variable's range, + 1 */
    bool ok, possible = true;
    for (;;) {
        struct pw_range x;
        if (!(ok = read_constraint(r, &x))) break;
        if (where[x.local]) {
            possible &= intersect(&ranges.at[where[x.local] - 1], &x);
        } else {
            pw_vec_push(&ranges, x);
            where[x.local] = (uint32_t)ranges.n;
            possible &= x.many || x.lo <= x.hi;
        }
        if (!pw_netscan_is(s, ",")) break;
        pw_netscan_next(s);
    }
    if (ok && possible) pw_system_box(&r->net->system, 0, ranges.at, ranges.n, true);
    if (ok && !possible)
        pw_diag_add(r->d, PW_WARNING, s->src, s->from, s->from, NULL,
                    "the initial condition is unsatisfiable");
    PW_FREES(where, r->net->names.n);
    pw_vec_clear(&ranges);
    return ok;
}

/* One conjunction. */
static bool read_target(struct reader *r)
{
    struct pw_netscan *s = &r->scan;
    PW_VEC(struct pw_range) ranges = {0};
    size_t from = s->from;
    bool ok;
    for (;;) {
        struct pw_range x;
        if (!(ok = read_constraint(r, &x))) break;
        pw_vec_reserve(&ranges, ranges.n + 1);
        add_range(&ranges.at, &ranges.n, &x);
        if (!pw_netscan_is(s, ",")) break;
        pw_netscan_next(s);
    }
    if (ok && !pw_net_target(r->net, ranges.at, ranges.n))
        pw_diag_add(r->d, PW_WARNING, s->src, from, s->from, NULL, "nothing satisfies this target");
    pw_vec_clear(&ranges);
    return ok;
}

static bool read_targets(struct reader *r)
{
    if (!open_section(r, "target")) return false;
    do {
        if (!read_target(r)) return false;
    } while (r->scan.kind == PW_NETSCAN_WORD && !at_section(&r->scan));
    return true;
}

/* Hints: read for their syntax; the search computes its own invariants. */
static bool read_invariants(struct reader *r)
{
    struct pw_netscan *s = &r->scan;
    if (!pw_netscan_is(s, "invariants")) return true;
    pw_netscan_next(s);
    while (s->kind == PW_NETSCAN_WORD && !at_section(s)) {
        struct pw_range x;
        if (!read_constraint(r, &x)) return false;
        if (pw_netscan_is(s, ",")) {
            pw_netscan_next(s);
            if (s->kind != PW_NETSCAN_WORD) pw_netscan_expected(s, "a variable");
        }
    }
    return true;
}

static bool read_all(struct reader *r)
{
    unsigned before = r->d->errors;
    if (!read_vars(r)) return false;
    pw_system_init(&r->net->system, 1, (uint32_t)r->net->names.n);
    r->encoder = (struct pw_spec_encoder){.net = r->net, .src = r->scan.src, .d = r->d};
    if (!read_rules(r) || !read_init(r) || !read_targets(r) || !read_invariants(r)) return false;
    if (r->scan.kind != PW_NETSCAN_END && !pw_diag_full(r->d))
        pw_netscan_expected(&r->scan, "the end of the file");
    return r->d->errors == before;
}

bool pw_net_read_spec(struct pw_net *net, const struct pw_source *spec, struct pw_diags *d)
{
    memset(net, 0, sizeof *net);
    struct reader r = {.net = net, .d = d};
    net->exact = true;
    net->size = spec->size;
    net->text = pw_mem_strndup(spec->text, spec->size);
    pw_netscan_start(&r.scan, spec, d, false);
    if (read_all(&r)) {
        pw_spec_exact(net, spec);
        return true;
    }
    pw_net_clear(net);
    return false;
}
