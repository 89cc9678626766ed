/* net.c -- reads certificates of counter systems (.tts, .spec): transfers and resets are relations.
 */
#include <assert.h>
#include <inttypes.h>

#include "base/limits.h"
#include "check/claims.h"
#include "check/kinds.h"

struct pair { /* passive tokens of a may go to b, or (PWC_NONE) vanish */
    uint32_t a, b;
};

struct net {
    struct pwc_system system; /* first: a net is a system */
    PW_VEC(struct pair) pairs;
    PW_VEC(struct pwc_span) rels; /* pairs.at[first .. first+n-1], increasing; 0 is the identity */
    PW_VEC(struct pwc_start) starts;
};

static uint32_t read_pairs(struct pwc_reader *r, struct net *n)
{
    int64_t a, b, places = n->system.space.places;
    struct pwc_span rel = {n->pairs.n, 0};
    for (; !pwc_try(r, "|"); rel.n++) {
        if (!pwc_two(r, '>', &a, &b)) pwc_refuse(r, "PLACE>PLACE expected");
        if (a < 0 || a >= places || b < -1 || b >= places) pwc_refuse(r, "a place does not exist");
        struct pair now = {(uint32_t)a, (uint32_t)b}; /* -1 is PWC_NONE */
        struct pair last = rel.n ? pw_vec_last(&n->pairs) : now;
        if (rel.n && (now.a < last.a || (now.a == last.a && now.b <= last.b)))
            pwc_refuse(r, "transfers must increase, vanishing last");
        pw_vec_push(&n->pairs, now);
    }
    if (!rel.n) return 0;
    pw_vec_push(&n->rels, rel);
    return (uint32_t)n->rels.n - 1;
}

static void read_transitions(struct pwc_reader *r, struct net *n)
{
    struct pwc_space *space = &n->system.space;
    pwc_bag pre = {0}, post = {0};
    pw_vec_push(&n->rels, ((struct pwc_span){0, 0}));
    for (size_t k = pwc_section(r, "transitions"); k > 0; k--) {
        pwc_next(r);
        struct pwc_step step = {.line = r->line};
        step.from = pwc_index(r, space->globals), step.to = pwc_index(r, space->globals);
        pw_vec_reset(&pre), pw_vec_reset(&post);
        pwc_expect(r, "|");
        pwc_read_bag(r, space->places, &pre);
        step.rel = read_pairs(r, n);
        pwc_read_bag(r, space->places, &post);
        pwc_add_step(&n->system, step, &pre, &post);
    }
}

static void add_group(struct pwc_start *x, uint32_t place, int64_t lo, int64_t hi)
{
    pw_vec_push(&x->groups, ((struct pwc_group){x->places.n, 1, lo, hi}));
    pw_vec_push(&x->places, place);
}

/* A group for each place that is listed, and one for all others if they may have tokens. */
static struct pwc_start read_start(struct pwc_reader *r, uint32_t globals, uint32_t places)
{
    struct pwc_start x = {.line = r->line, .active = PWC_NONE};
    x.global = pwc_index(r, globals);
    bool rest = pwc_try(r, "*");
    if (!rest) pwc_expect(r, "0");
    while (pwc_more(r)) {
        int64_t hi = -1, least = x.places.n ? (int64_t)pw_vec_last(&x.places) + 1 : 0;
        uint32_t place = (uint32_t)pwc_int(r, least, (int64_t)places - 1);
        int64_t lo = pwc_int(r, 0, PWC_MOST_TOKENS);
        if (!pwc_try(r, "*")) hi = pwc_int(r, lo, PWC_MOST_TOKENS);
        add_group(&x, place, lo, hi);
    }
    size_t listed = x.places.n, i = 0;
    if (rest) pw_vec_push(&x.groups, ((struct pwc_group){listed, places - listed, 0, -1}));
    for (uint32_t p = 0; p < places && rest; p++) {
        if (i < listed && x.places.at[i] == p)
            i++;
        else
            pw_vec_push(&x.places, p);
    }
    return x;
}

static struct pwc_bad read_target(struct pwc_reader *r, uint32_t globals, uint32_t places)
{
    struct pwc_bad bad = {.global = PWC_NONE, .line = r->line};
    pwc_bag m = {0};
    if (!pwc_try(r, "*")) bad.global = pwc_index(r, globals);
    pwc_read_bag(r, places, &m);
    pwc_finish_line(r);
    for (size_t i = 0; i < m.n; i++) {
        struct pwc_term term = {.count = m.at[i].count};
        pw_vec_push(&term.places.places, m.at[i].place);
        pw_vec_push(&bad.terms, term);
    }
    return bad;
}

static void ahead(struct pwc_system *s, uint32_t rel, uint32_t place, pw_uints *out)
{
    const struct net *n = (const struct net *)s;
    assert(rel < n->rels.n);
    const struct pair *p = n->pairs.at + n->rels.at[rel].first;
    size_t end = n->rels.at[rel].n, i = pwc_lower(p, end, sizeof *p, place);
    if (i == end || p[i].a != place) pw_vec_push(out, place);
    for (; i < end && p[i].a == place; i++)
        if (p[i].b != PWC_NONE) pw_vec_push(out, p[i].b);
}

static void each_start(struct pwc_system *s,
                       void (*fn)(struct pwc_system *s, const struct pwc_start *start))
{
    const struct net *n = (const struct net *)s;
    for (size_t i = 0; i < n->starts.n; i++)
        fn(s, &n->starts.at[i]);
}

void pwc_check_net(struct pwc_reader *r)
{
    struct net n = {.system.ahead = ahead, .system.each_start = each_start};
    struct pwc_space *space = &n.system.space;
    size_t globals = pwc_section(r, "globals"), places = pwc_section(r, "places");
    if (globals > 1000000) pwc_refuse(r, "more than 1000000 globals");
    space->globals = (uint32_t)globals, space->places = (uint32_t)places;
    pw_vec_reserve(&n.pairs, 1), pw_vec_reserve(&n.system.toks, 1); /* a sum with 0 is one */
    while (places-- > 0)
        pwc_next(r);
    read_transitions(r, &n);
    for (size_t k = pwc_section(r, "initial"); k > 0; k--) {
        pwc_next(r);
        pw_vec_push(&n.starts, read_start(r, space->globals, space->places));
    }
    for (size_t k = pwc_section(r, "targets"); k > 0; k--) {
        pwc_next(r);
        pw_vec_push(&n.system.bads, read_target(r, space->globals, space->places));
    }
    r->result->starts = n.starts.n;
    pwc_read_space(r, space, n.system.bads.n, true, false);
    pwc_pass(r->result, "text complete, checksum right: a net");
    pwc_check_claims(&n.system);
}
