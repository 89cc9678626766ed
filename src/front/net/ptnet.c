#include "front/net/ptnet.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/decimal.h"
#include "base/limits.h"
#include "base/order.h"
#include "front/net/netscan.h"
#include "front/net/spec_encode.h"
#include "front/net/spec_exact.h"

void pw_ptnet_init(struct pw_ptnet *b, struct pw_net *net, const struct pw_source *src,
                   struct pw_diags *d)
{
    memset(b, 0, sizeof *b);
    memset(net, 0, sizeof *net);
    net->exact = net->anew = true;
    b->net = net;
    b->src = src;
    b->d = d;
}

void pw_ptnet_clear(struct pw_ptnet *b)
{
    for (size_t i = 0; i < b->trans.n; i++)
        pw_mem_strfree(b->trans.at[i].name);
    pw_vec_clear(&b->trans);
    pw_vec_clear(&b->tokens);
    pw_vec_clear(&b->arcs);
}

uint32_t pw_ptnet_place(struct pw_ptnet *b, const char *name, int64_t tokens)
{
    uint32_t id = pw_names_intern(&b->net->names, name);
    assert(id == b->tokens.n && tokens >= 0);
    pw_vec_push(&b->tokens, tokens);
    return id;
}

uint32_t pw_ptnet_trans(struct pw_ptnet *b, const char *name, unsigned line)
{
    struct pw_ptnet_trans t = {pw_mem_strndup(name, strlen(name)), line};
    pw_vec_push(&b->trans, t);
    return (uint32_t)b->trans.n - 1;
}

void pw_ptnet_arc(struct pw_ptnet *b, uint32_t trans, enum pw_ptnet_side side, uint32_t place,
                  int64_t count)
{
    assert(trans < b->trans.n && place < b->tokens.n && count > 0);
    struct pw_ptnet_arc a = {trans, place, side, count};
    pw_vec_push(&b->arcs, a);
}

/* ---- rules ---- */

static int compare_arcs(const void *a, const void *b)
{
    const struct pw_ptnet_arc *x = a, *y = b;
    return PW_ORDER(x->trans, y->trans) ?: PW_ORDER(x->place, y->place);
}

/* All arcs between one transition and one place, from number *i on, which moves past them. */
static bool add_place(struct pw_ptnet *b, struct pw_rule *rule, size_t *i)
{
    const struct pw_ptnet_arc first = b->arcs.at[*i];
    int64_t sum[2] = {0, 0};
    for (; *i < b->arcs.n && compare_arcs(&b->arcs.at[*i], &first) == 0; ++*i) {
        int64_t *s = &sum[b->arcs.at[*i].side];
        *s = pw_count_add(*s, b->arcs.at[*i].count);
        if (*s > PW_NETSCAN_MOST) return false;
    }
    if (sum[PW_PTNET_TAKE]) {
        struct pw_range g = {.local = first.place, .many = true, .lo = sum[PW_PTNET_TAKE]};
        pw_vec_push(&rule->guards, g);
    }
    if (sum[PW_PTNET_TAKE] != sum[PW_PTNET_PUT]) {
        struct pw_assign a = {.var = first.place,
                              .constant = sum[PW_PTNET_PUT] - sum[PW_PTNET_TAKE]};
        pw_vec_push(&a.sources, first.place);
        pw_vec_push(&rule->assigns, a);
    }
    return true;
}

static void print_rule(const struct pw_net *net, const char *name, const struct pw_rule *r,
                       struct pw_strbuf *out)
{
    pw_strbuf_printf(out, "%s: ", name);
    for (size_t i = 0; i < r->guards.n; i++)
        pw_strbuf_printf(out, "%s%s >= %" PRId64, i ? ", " : "",
                         net->names.at[r->guards.at[i].local], r->guards.at[i].lo);
    pw_strbuf_puts(out, r->guards.n ? " ->" : "true ->");
    for (size_t i = 0; i < r->assigns.n; i++) {
        const struct pw_assign *a = &r->assigns.at[i];
        assert(a->var < net->names.n);
        const char *p = net->names.at[a->var];
        pw_strbuf_printf(out, "%s %s' = %s %c %" PRId64, i ? "," : "", p, p,
                         a->constant < 0 ? '-' : '+', a->constant < 0 ? -a->constant : a->constant);
    }
    pw_strbuf_putc(out, '\n');
}

static bool make_rules(struct pw_ptnet *b, struct pw_strbuf *text)
{
    struct pw_spec_encoder e = {.net = b->net, .src = b->src, .d = b->d};
    size_t next = 0;
    if (b->arcs.n > 1) qsort(b->arcs.at, b->arcs.n, sizeof *b->arcs.at, compare_arcs);
    for (uint32_t t = 0; t < b->trans.n; t++) {
        pw_limits_poll();
        struct pw_rule rule = {
            .kind = PW_RULE_COMMAND, .line = b->trans.at[t].line, .text = text->n};
        bool ok = true;
        while (ok && next < b->arcs.n && b->arcs.at[next].trans == t)
            ok = add_place(b, &rule, &next);
        print_rule(b->net, b->trans.at[t].name, &rule, text);
        rule.end = text->n;
        pw_vec_push(&b->net->rules, rule);
        if (!ok) {
            pw_diag_add(b->d, PW_ERROR, b->src, 0, 0, NULL,
                        "the arcs of transition '%.80s' add up to more than 10^18",
                        b->trans.at[t].name);
            return false;
        }
        pw_spec_encode(&e, t, true);
    }
    return true;
}

static void make_start(struct pw_ptnet *b)
{
    PW_VEC(struct pw_range) ranges = {0};
    for (uint32_t p = 0; p < b->tokens.n; p++) {
        struct pw_range x = {.local = p, .lo = b->tokens.at[p], .hi = b->tokens.at[p]};
        pw_vec_push(&ranges, x);
    }
    pw_system_box(&b->net->system, 0, ranges.at, ranges.n, false);
    pw_vec_clear(&ranges);
}

/* ---- targets ---- */

struct target_reader {
    struct pw_ptnet *b;
    const struct pw_source *src;
    size_t at;
};

static void skip_blank(struct target_reader *r)
{
    while (r->at < r->src->size && strchr(" \t\r\n", r->src->text[r->at]))
        r->at++;
}

/* The text at the place, without blanks before it; it is passed. */
static bool sees(struct target_reader *r, const char *text)
{
    size_t n = strlen(text);
    skip_blank(r);
    if (r->src->size - r->at < n || memcmp(r->src->text + r->at, text, n) != 0) return false;
    r->at += n;
    return true;
}

static bool in_name(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || pw_decimal_digit(c) ||
           (c && strchr("_.:-/", c)) || (unsigned char)c >= 0x80;
}

static bool target_error(struct target_reader *r, size_t from, const char *hint, const char *what)
{
    pw_diag_add(r->b->d, PW_ERROR, r->src, from, r->at, hint, "%s", what);
    return false;
}

static bool read_name(struct target_reader *r, uint32_t *place)
{
    skip_blank(r);
    size_t from = r->at, end;
    bool quoted = sees(r, "\"");
    for (end = r->at;
         end < r->src->size && (quoted ? r->src->text[end] != '"' : in_name(r->src->text[end]));)
        end++;
    if (quoted && end == r->src->size) return target_error(r, from, NULL, "'\"' is not closed");
    char *name = pw_mem_strndup(r->src->text + r->at, end - r->at);
    r->at = end + quoted;
    int64_t id = pw_names_find(&r->b->net->names, name);
    if (r->at == from)
        target_error(r, from, "write it as 'p >= 1 && q >= 2'", "expected a place");
    else if (id == PW_TABLE_NONE)
        pw_diag_add(r->b->d, PW_ERROR, r->src, from, r->at, NULL, "there is no place '%.80s'",
                    name);
    pw_mem_strfree(name);
    *place = (uint32_t)id;
    return id != PW_TABLE_NONE && r->at > from;
}

typedef PW_VEC(struct pw_range) range_list;

static void add_range(range_list *all, const struct pw_range *x)
{
    for (size_t i = 0; i < all->n; i++) {
        struct pw_range *y = &all->at[i];
        if (y->local != x->local) continue;
        if (x->lo > y->lo) y->lo = x->lo;
        if (!x->many && (y->many || x->hi < y->hi)) y->hi = x->hi;
        y->many &= x->many;
        return;
    }
    pw_vec_push(all, *x);
}

/* p >= k, p = k */
static bool read_atom(struct target_reader *r, range_list *all)
{
    struct pw_range x = {.many = true};
    size_t used, from;
    if (!read_name(r, &x.local)) return false;
    if (!sees(r, ">=")) {
        x.many = false;
        if (!sees(r, "=")) return target_error(r, r->at, NULL, "expected '>=' or '='");
    }
    skip_blank(r);
    from = r->at;
    enum pw_decimal read =
        pw_decimal_scan(r->src->text + r->at, r->src->size - r->at, false, &x.lo, &used);
    r->at += used;
    if (read == PW_DECIMAL_NONE) return target_error(r, from, NULL, "expected a number");
    if (read == PW_DECIMAL_WIDE || x.lo > PW_NETSCAN_MOST)
        return target_error(r, from, NULL, "a number out of range: at most 1000000000000000000");
    x.hi = x.lo;
    add_range(all, &x);
    return true;
}

static bool read_conjunction(struct target_reader *r)
{
    range_list all = {0};
    size_t from = r->at;
    bool ok = true;
    do {
        pw_limits_poll();
        ok = read_atom(r, &all);
    } while (ok && sees(r, "&&"));
    if (ok && !pw_net_target(r->b->net, all.at, all.n))
        pw_diag_add(r->b->d, PW_WARNING, r->src, from, r->at, NULL,
                    "nothing satisfies this target");
    pw_vec_clear(&all);
    return ok;
}

static bool read_targets(struct pw_ptnet *b, const struct pw_source *target)
{
    struct target_reader r = {b, target, 0};
    if (!target) {
        pw_diag_add(b->d, PW_ERROR, b->src, 0, 0, "give one with --target='p >= 1 && q >= 2'",
                    "nothing to verify: files of this kind state no target");
        return false;
    }
    do {
        if (!read_conjunction(&r)) return false;
    } while (sees(&r, "||"));
    skip_blank(&r);
    return r.at == target->size || target_error(&r, r.at, NULL, "expected '&&', '||' or the end");
}

bool pw_ptnet_finish(struct pw_ptnet *b, const struct pw_source *target)
{
    struct pw_strbuf text = {0};
    unsigned before = b->d->errors;
    if (b->tokens.n == 0) {
        pw_diag_add(b->d, PW_ERROR, b->src, 0, 0, NULL, "the net has no places");
        return false;
    }
    pw_system_init(&b->net->system, 1, (uint32_t)b->tokens.n);
    make_start(b);
    bool ok = make_rules(b, &text) && read_targets(b, target);
    b->net->size = text.n;
    b->net->text = pw_mem_strndup(pw_strbuf_text(&text), text.n);
    pw_strbuf_clear(&text);
    ok = ok && b->d->errors == before;
    if (ok) pw_spec_exact(b->net, b->src);
    return ok;
}
