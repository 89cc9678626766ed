/* net.c -- certificates of counter systems (.tts, .spec): globals, places, transitions with transfers and resets. */
#include <inttypes.h>
#include <stdlib.h>

#include "base/limits.h"
#include "check/ideals.h"
#include "check/steps.h"
#include "check/template.h"

struct pair { /* passive tokens of a may go to b, or (PWC_NONE) vanish */
    uint32_t a, b;
};

struct rel {
    size_t first, n; /* pairs.at[first .. first+n-1], strictly increasing in (a, b) */
};

struct range { /* lo .. hi tokens in a place at the start; hi = -1: no bound */
    uint32_t place;
    int64_t lo, hi;
};

struct box { /* start configurations */
    uint32_t global;
    bool rest; /* places not listed: any number of tokens; else none */
    size_t first, n;
    unsigned long line;
};

struct target {
    uint32_t global; /* PWC_NONE: any */
    pwc_bag m;
    unsigned long line;
};

struct net {
    struct pwc_space space;
    struct pwc_system system;
    PW_VEC(struct pair) pairs;
    PW_VEC(struct rel) rels; /* the first is the identity */
    PW_VEC(struct range) ranges;
    PW_VEC(struct box) boxes;
    PW_VEC(struct target) targets;
};

static uint32_t read_pairs(struct pwc_reader *r, struct net *n)
{
    struct rel rel = {n->pairs.n, 0};
    for (; !pwc_try(r, "|"); rel.n++) {
        int64_t a, b;
        if (!pwc_two(r, '>', &a, &b)) pwc_refuse(r, "PLACE>PLACE expected");
        if (a < 0 || a >= n->space.places || b < -1 || b >= n->space.places) pwc_refuse(r, "a place does not exist");
        struct pair now = {(uint32_t)a, b < 0 ? PWC_NONE : (uint32_t)b};
        if (rel.n) {
            struct pair last = pw_vec_last(&n->pairs);
            if (now.a < last.a || (now.a == last.a && now.b <= last.b)) pwc_refuse(r, "transfers must increase, vanishing last");
        }
        pw_vec_push(&n->pairs, now);
    }
    if (!rel.n) return 0;
    pw_vec_push(&n->rels, rel);
    return (uint32_t)n->rels.n - 1;
}

static void read_transitions(struct pwc_reader *r, struct net *n)
{
    int64_t most = (int64_t)n->space.globals - 1;
    pwc_bag pre = {0}, post = {0};
    pw_vec_push(&n->rels, ((struct rel){0, 0}));
    for (size_t k = pwc_section(r, "transitions"); k > 0; k--) {
        pwc_next(r);
        uint32_t from = (uint32_t)pwc_int(r, 0, most), to = (uint32_t)pwc_int(r, 0, most);
        pw_vec_reset(&pre), pw_vec_reset(&post);
        pwc_expect(r, "|");
        pwc_read_bag(r, n->space.places, &pre);
        uint32_t rel = read_pairs(r, n);
        pwc_read_bag(r, n->space.places, &post);
        pwc_add_step(&n->system, from, to, rel, &pre, &post, r->line);
    }
    pw_vec_clear(&pre), pw_vec_clear(&post);
}

static void read_boxes(struct pwc_reader *r, struct net *n)
{
    for (size_t k = pwc_section(r, "initial"); k > 0; k--) {
        pwc_next(r);
        struct box b = {.first = n->ranges.n, .line = r->line};
        b.global = (uint32_t)pwc_int(r, 0, (int64_t)n->space.globals - 1);
        b.rest = pwc_try(r, "*");
        if (!b.rest) pwc_expect(r, "0");
        for (; pwc_more(r); b.n++) {
            struct range x = {.hi = -1};
            x.place = (uint32_t)pwc_int(r, b.n ? (int64_t)pw_vec_last(&n->ranges).place + 1 : 0, (int64_t)n->space.places - 1);
            x.lo = pwc_int(r, 0, PWC_MOST);
            if (!pwc_try(r, "*")) x.hi = pwc_int(r, x.lo, PWC_MOST);
            pw_vec_push(&n->ranges, x);
        }
        pw_vec_push(&n->boxes, b);
    }
}

static void read_targets(struct pwc_reader *r, struct net *n)
{
    for (size_t k = pwc_section(r, "targets"); k > 0; k--) {
        pwc_next(r);
        struct target t = {.global = PWC_NONE, .line = r->line};
        if (!pwc_try(r, "*")) t.global = (uint32_t)pwc_int(r, 0, (int64_t)n->space.globals - 1);
        pwc_read_bag(r, n->space.places, &t.m);
        pwc_finish_line(r);
        pw_vec_push(&n->targets, t);
    }
}

/* ---- relations ---- */

static void ahead(void *self, uint32_t rel, uint32_t place, pw_uints *out)
{
    const struct net *n = self;
    const struct pair *p = n->pairs.at + n->rels.at[rel].first;
    bool source = false;
    size_t end = n->rels.at[rel].n;
    for (size_t i = pwc_lower(p, end, sizeof *p, place); i < end && p[i].a == place; i++) {
        source = true;
        if (p[i].b != PWC_NONE) pw_vec_push(out, p[i].b);
    }
    if (!source) pw_vec_push(out, place);
}

static void back(void *self, uint32_t rel, uint32_t from, uint32_t place, pw_uints *out)
{
    const struct net *n = self;
    const struct pair *p = n->pairs.at + n->rels.at[rel].first;
    bool source = false;
    for (size_t i = 0; i < n->rels.at[rel].n; i++) {
        source |= p[i].a == place;
        if (p[i].b == place && pwc_may(&n->space, from, p[i].a)) pw_vec_push(out, p[i].a);
    }
    if (!source && pwc_may(&n->space, from, place)) pw_vec_push(out, place);
}

/* ---- start, targets ---- */

/* The numbers of tokens that a start configuration may have in a place. */
static struct range range_of(const struct net *n, const struct box *b, uint32_t place)
{
    const struct range *r = n->ranges.at + b->first;
    size_t i = pwc_lower(r, b->n, sizeof *r, place);
    if (i < b->n && r[i].place == place) return r[i];
    return (struct range){place, 0, b->rest ? -1 : 0};
}

static void check_start_in_ideals(const struct net *n, const struct box *b)
{
    pwc_bag few = {0};
    pw_uints many = {0};
    for (uint32_t p = 0; p < n->space.places; p++) {
        int64_t most = range_of(n, b, p).hi;
        if (most < 0) pw_vec_push(&many, p);
        if (most > 0) pw_vec_push(&few, ((struct pwc_tok){p, most}));
    }
    if (!pwc_ideals_contain(&n->space, b->global, &few, &many)) pwc_fail(n->space.result, PWC_INVALID, b->line, "these initial states are in no ideal");
    pw_vec_clear(&few), pw_vec_clear(&many);
}

static void check_start(const struct net *n, const struct box *b)
{
    const struct pwc_space *s = &n->space;
    if (!s->may[b->global].occurs) pwc_fail(s->result, PWC_INVALID, b->line, "the global state of these initial states is not in J");
    for (uint32_t p = 0; p < s->places; p++)
        if (range_of(n, b, p).hi != 0 && !pwc_may(s, b->global, p))
            pwc_fail(s->result, PWC_INVALID, b->line, "these initial states are not in J: place %" PRIu32, p);
    for (size_t i = 0; i < s->linear.n; i++) {
        const struct pwc_linear *l = &s->linear.at[i];
        __int128 most = pwc_weight_of(&l->offset, b->global);
        for (size_t k = 0; k < l->weight.n; k++) {
            struct range x = range_of(n, b, l->weight.at[k].id);
            int64_t w = l->weight.at[k].weight;
            if (x.hi < 0) pwc_fail(s->result, PWC_INVALID, l->line, "initial states violate this inequality: place %" PRIu32 " has no bound", x.place);
            most += (__int128)w * x.hi;
        }
        if (most > l->bound) pwc_fail(s->result, PWC_INVALID, l->line, "initial states violate this inequality");
    }
    if (s->bounded) check_start_in_ideals(n, b);
}

static void check_target(const struct net *n, const struct target *t)
{
    const struct pwc_space *s = &n->space;
    for (uint32_t g = t->global == PWC_NONE ? 0 : t->global; g < (t->global == PWC_NONE ? s->globals : t->global + 1); g++) {
        pw_limits_poll();
        if (pwc_may_all(s, g, t->m.at, t->m.n) && !pwc_excluded(s, g, &t->m) && !pwc_covers(s, g, &t->m))
            pwc_fail(s->result, PWC_INVALID, t->line, "this target, in global %" PRIu32 ", is in J but not above the basis", g);
    }
}

static void check_initial(const struct net *n)
{
    for (size_t e = 0; e < n->space.basis.n; e++)
        for (size_t i = 0; i < n->boxes.n; i++) {
            const struct pwc_element *u = &n->space.basis.at[e];
            bool above = u->global == n->boxes.at[i].global;
            pw_limits_poll();
            for (uint32_t k = 0; k < u->n && above; k++) {
                struct range x = range_of(n, &n->boxes.at[i], n->space.toks.at[u->first + k].place);
                above = x.hi < 0 || n->space.toks.at[u->first + k].count <= x.hi;
            }
            if (above) pwc_fail(n->space.result, PWC_INVALID, u->line, "an initial state lies above this element of the basis");
        }
}

static void read_net(struct pwc_reader *r, struct net *n)
{
    size_t globals = pwc_section(r, "globals"), places = pwc_section(r, "places");
    if (globals > 1000000) pwc_refuse(r, "more than 1000000 globals");
    n->space.globals = (uint32_t)globals, n->space.places = (uint32_t)places;
    while (places-- > 0) pwc_next(r);
    read_transitions(r, n);
    read_boxes(r, n);
    read_targets(r, n);
    pwc_read_space(r, &n->space, true, false);
}

void pwc_check_net(struct pwc_reader *r)
{
    struct net n = {.space.result = r->result, .system.ahead = ahead, .system.back = back};
    n.system.space = &n.space, n.system.self = &n;
    pw_vec_reserve(&n.pairs, 1), pw_vec_reserve(&n.ranges, 1), pw_vec_reserve(&n.system.toks, 1); /* so that a sum with 0 is one */
    read_net(r, &n);
    r->result->passed = PWC_START;
    for (size_t i = 0; i < n.boxes.n; i++) check_start(&n, &n.boxes.at[i]);
    r->result->passed = PWC_CLOSED;
    pwc_check_closed(&n.system);
    pwc_check_ideals(&n.system);
    r->result->passed = PWC_BAD;
    for (size_t i = 0; i < n.targets.n; i++) check_target(&n, &n.targets.at[i]);
    r->result->bads = n.targets.n;
    r->result->passed = PWC_PRE;
    pwc_check_pre(&n.system);
    r->result->passed = PWC_INITIAL;
    check_initial(&n);
    r->result->passed = PWC_PARTS;
}
