/* netref_read.c -- .spec, .tts, .prop and --init by the manual. */
#include <ctype.h>
#include <string.h>

#include "oracle/netref.h"

struct scan {
    const char *at;
    bool lines, bad;
    char kind; /* n number, w word, l end of line, e end, s sign */
    char text[64];
    netref_num number; /* capped: far above everything that is held */
};

static const netref_num most = (netref_num)1000000000 * 1000000000, cap = (netref_num)1 << 120;

static void blanks(struct scan *s)
{
    for (;;) {
        if (*s->at == '#')
            s->at += strcspn(s->at, "\n");
        else if (*s->at && strchr(" \t\r\f\v", *s->at))
            s->at++;
        else if (*s->at == '\n' && !s->lines)
            s->at++;
        else
            return;
    }
}

static void take(struct scan *s, size_t k)
{
    size_t keep = k < sizeof s->text ? k : sizeof s->text - 1;
    memcpy(s->text, s->at, keep);
    s->text[keep] = 0;
    s->at += k;
}

static void next(struct scan *s)
{
    size_t k = 0;
    blanks(s);
    s->number = 0;
    if (!*s->at) {
        s->kind = 'e', s->text[0] = 0;
    } else if (*s->at == '\n') {
        s->kind = 'l';
        take(s, 1);
    } else if (isdigit((unsigned char)*s->at)) {
        s->kind = 'n';
        for (; isdigit((unsigned char)s->at[k]); k++)
            if (s->number < cap / 20)
                s->number = s->number * 10 + (s->at[k] - '0');
            else
                s->number = cap;
        take(s, k);
    } else if (isalpha((unsigned char)*s->at) || *s->at == '_') {
        s->kind = 'w';
        while (isalnum((unsigned char)s->at[k]) || s->at[k] == '_')
            k++;
        take(s, k);
    } else {
        bool two =
            (strchr("-+~", s->at[0]) && s->at[1] == '>') || (s->at[0] == '>' && s->at[1] == '=');
        s->kind = 's';
        take(s, two ? 2 : 1);
    }
}

static void start(struct scan *s, const char *text, bool lines)
{
    memset(s, 0, sizeof *s);
    s->at = text;
    s->lines = lines;
    next(s);
}

static bool is(const struct scan *s, const char *text)
{
    return (s->kind == 'w' || s->kind == 's') && !strcmp(s->text, text);
}

static bool skip(struct scan *s, const char *text)
{
    if (!is(s, text)) return false;
    next(s);
    return true;
}

static void want(struct scan *s, const char *text)
{
    if (!skip(s, text)) s->bad = true;
}

static netref_num number(struct scan *s, netref_num highest)
{
    netref_num v = s->number;
    if (s->kind != 'n' || v > highest) s->bad = true;
    next(s);
    return s->bad ? 0 : v;
}

/* ---- .spec ---- */

static bool section(const struct scan *s)
{
    return is(s, "vars") || is(s, "rules") || is(s, "init") || is(s, "target") ||
           is(s, "invariants");
}

static int variable(const struct netref_net *n, struct scan *s)
{
    for (int i = 0; i < n->vars; i++)
        if (s->kind == 'w' && !strcmp(s->text, n->names[i])) return next(s), i;
    s->bad = true;
    return 0;
}

/* Narrows lo..hi of the variable; returns it. */
static int constraint(const struct netref_net *n, struct scan *s, netref_num *lo, netref_num *hi,
                      bool *above)
{
    int x = variable(n, s);
    netref_num a, b = -1;
    *above = is(s, ">=");
    if (skip(s, ">="))
        a = number(s, most);
    else if (skip(s, "="))
        a = b = number(s, most);
    else {
        want(s, "in"), want(s, "[");
        a = number(s, most);
        want(s, ",");
        b = number(s, most);
        want(s, "]");
    }
    if (a > lo[x]) lo[x] = a;
    if (b >= 0 && (hi[x] < 0 || b < hi[x])) hi[x] = b;
    return x;
}

struct sums {
    bool assigned[NETREF_VARS];
    int uses[NETREF_VARS], into[NETREF_VARS];
    netref_num constant[NETREF_VARS];
};

static void assignment(const struct netref_net *n, struct scan *s, struct sums *x)
{
    int y = variable(n, s);
    want(s, "'"), want(s, "=");
    x->assigned[y] = true;
    for (bool minus = false; !s->bad;) {
        if (s->kind == 'n') {
            netref_num c = number(s, most);
            x->constant[y] += minus ? -c : c;
            if (x->constant[y] > most || x->constant[y] < -most) s->bad = true;
            return;
        }
        if (minus) s->bad = true;
        int z = variable(n, s);
        x->uses[z]++;
        x->into[z] = y;
        minus = is(s, "-");
        if (!skip(s, "-") && !skip(s, "+")) return;
    }
}

static void finish_rule(const struct netref_net *n, struct scan *s, struct netref_rule *r,
                        const struct sums *x)
{
    for (int i = 0; i < n->vars; i++) {
        if (x->uses[i] > 1) s->bad = true; /* copied: not supported */
        r->put[i] = x->constant[i];
        if (x->uses[i])
            r->mask[i] = 1u << x->into[i];
        else if (!x->assigned[i])
            r->mask[i] = 1u << i;
    }
}

static void spec_rule(struct netref_net *n, struct scan *s)
{
    struct netref_rule r = {0};
    struct sums x = {0};
    bool above;
    for (int i = 0; i < NETREF_VARS; i++)
        r.hi[i] = -1;
    if (!skip(s, "true")) do
            constraint(n, s, r.lo, r.hi, &above);
        while (!s->bad && skip(s, ","));
    want(s, "->");
    if (!is(s, ";")) do
            assignment(n, s, &x);
        while (!s->bad && skip(s, ","));
    want(s, ";");
    finish_rule(n, s, &r, &x);
    for (int i = 0; i < n->vars; i++)
        n->tested |= r.hi[i] >= 0;
    if (n->nrules < NETREF_RULES) n->rules[n->nrules++] = r;
}

static void spec_target(struct netref_net *n, struct scan *s)
{
    struct netref_config c = {0};
    netref_num hi[NETREF_VARS];
    bool above;
    for (int i = 0; i < NETREF_VARS; i++)
        hi[i] = -1;
    do {
        constraint(n, s, c.v, hi, &above);
        n->tested |= !above;
    } while (!s->bad && skip(s, ","));
    if (n->ntargets == NETREF_TARGETS) return;
    memcpy(n->most[n->ntargets], hi, sizeof hi);
    n->targets[n->ntargets++] = c;
}

static void spec_init(struct netref_net *n, struct scan *s)
{
    bool above;
    do
        constraint(n, s, n->lo, n->hi, &above);
    while (!s->bad && skip(s, ","));
    for (int i = 0; i < n->vars; i++)
        n->no_init |= n->hi[i] >= 0 && n->lo[i] > n->hi[i];
}

bool netref_read_spec(struct netref_net *n, const char *text)
{
    struct scan s;
    memset(n, 0, sizeof *n);
    for (int i = 0; i < NETREF_VARS; i++)
        n->hi[i] = -1;
    start(&s, text, false);
    want(&s, "vars");
    while (s.kind == 'w' && !section(&s) && n->vars < NETREF_VARS) {
        snprintf(n->names[n->vars++], sizeof n->names[0], "%.23s", s.text);
        next(&s);
        skip(&s, ",");
    }
    want(&s, "rules");
    while (!s.bad && !section(&s) && s.kind != 'e')
        spec_rule(n, &s);
    want(&s, "init");
    if (!s.bad) spec_init(n, &s);
    want(&s, "target");
    do
        spec_target(n, &s);
    while (!s.bad && s.kind == 'w' && !section(&s));
    return !s.bad && s.kind == 'e';
}

/* ---- .tts ---- */

static void no_lines(struct scan *s)
{
    while (s->kind == 'l')
        next(s);
}

struct sizes {
    netref_num shared, local;
};

/* The transfers that stand alone, all with the same shared states together. */
static struct netref_rule *transfer(struct netref_net *n, bool *alone, int from, int to)
{
    for (int i = 0; i < n->nrules; i++)
        if (alone[i] && n->rules[i].from == from && n->rules[i].to == to) return &n->rules[i];
    alone[n->nrules] = true;
    return &n->rules[n->nrules++];
}

static void blank_rule(struct netref_rule *r, int from, int to)
{
    memset(r, 0, sizeof *r);
    r->from = from, r->to = to;
    for (int i = 0; i < NETREF_VARS; i++)
        r->hi[i] = -1;
}

static void passive(struct netref_rule *r, int a, int b)
{
    r->mask[a] |= 1u << b;
}

static void stay(const struct netref_net *n, struct netref_rule *r)
{
    for (int i = 0; i < n->vars; i++)
        if (!r->mask[i]) r->mask[i] = 1u << i;
}

static void tts_line(struct netref_net *n, struct scan *s, const struct sizes *z, bool *alone)
{
    int from = (int)number(s, z->shared - 1), l = (int)number(s, z->local - 1);
    char kind = is(s, "->") ? '-' : is(s, "+>") ? '+' : is(s, "~>") ? '~' : 0;
    if (!kind) s->bad = true;
    next(s);
    int to = (int)number(s, z->shared - 1), k = (int)number(s, z->local - 1);
    if (s->bad || n->nrules == NETREF_RULES) return;
    struct netref_rule *r;
    if (kind == '~') {
        int before = n->nrules;
        r = transfer(n, alone, from, to);
        if (n->nrules > before) blank_rule(r, from, to);
        passive(r, l, k);
    } else {
        r = &n->rules[n->nrules++];
        blank_rule(r, from, to);
        r->take[l] = 1;
        r->put[k] += 1;
        if (kind == '+') r->put[l] += 1;
        while (kind == '-' && s->kind == 'n') {
            int a = (int)number(s, z->local - 1);
            want(s, "~>");
            passive(r, a, (int)number(s, z->local - 1));
            if (s->bad) return;
        }
    }
    if (s->kind != 'l' && s->kind != 'e') s->bad = true;
}

/* The manual: a state of the target that is not there is never covered; beyond 2^24 it is
 * refused. */
static void tts_target(struct netref_net *n, struct scan *s, const struct sizes *z)
{
    struct netref_config c = {0};
    const netref_num widest = 1 << 24;
    no_lines(s);
    netref_num g = number(s, widest);
    bool missing = g >= z->shared;
    want(s, "|");
    for (bool more = s->kind == 'n'; more && !s->bad; more = skip(s, ",")) {
        netref_num l = number(s, widest);
        missing |= l >= z->local;
        if (l < z->local && !s->bad) c.v[(int)l] += 1;
    }
    c.shared = missing ? 0 : (int)g;
    if (missing || s->bad) return;
    for (int i = 0; i < NETREF_VARS; i++)
        n->most[n->ntargets][i] = -1;
    n->targets[n->ntargets++] = c;
}

static void tts_init(struct netref_net *n, struct scan *s, const struct sizes *z)
{
    n->init_shared = (int)number(s, z->shared - 1);
    for (int i = 0; i < NETREF_VARS; i++)
        n->hi[i] = 0;
    if (!is(s, "|") && !is(s, "/")) s->bad = true;
    if (skip(s, "|"))
        for (bool more = s->kind == 'n'; more && !s->bad; more = skip(s, ",")) {
            int l = (int)number(s, z->local - 1);
            n->lo[l] += 1, n->hi[l] += 1;
        }
    if (skip(s, "/"))
        for (bool more = s->kind == 'n'; more && !s->bad; more = skip(s, ","))
            n->hi[(int)number(s, z->local - 1)] = -1000000;
    for (int i = 0; i < NETREF_VARS; i++)
        if (n->hi[i] < 0) n->hi[i] = -1;
    if (s->kind != 'e') s->bad = true;
}

bool netref_read_tts(struct netref_net *n, const char *tts, const char *prop, const char *init)
{
    struct scan s;
    struct sizes z;
    bool alone[NETREF_RULES + 1] = {0}, ok;
    memset(n, 0, sizeof *n);
    start(&s, tts, true);
    no_lines(&s);
    z.shared = number(&s, 1 << 24);
    z.local = number(&s, 1 << 24);
    if (s.bad || z.shared == 0 || z.local == 0 || z.local > NETREF_VARS) return false;
    n->vars = (int)z.local;
    if (s.kind != 'l' && s.kind != 'e') s.bad = true;
    for (no_lines(&s); !s.bad && s.kind != 'e'; no_lines(&s))
        tts_line(n, &s, &z, alone);
    ok = !s.bad;
    for (int i = 0; i < n->nrules; i++)
        stay(n, &n->rules[i]);
    start(&s, prop, true);
    tts_target(n, &s, &z);
    ok &= !s.bad;
    start(&s, init, false);
    tts_init(n, &s, &z);
    return ok && !s.bad;
}
