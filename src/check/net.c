/* net.c -- reads certificates of counter systems (nets): transfers and resets are relations.
 */

#include "check/claims.h"
#include "check/kinds.h"

/* The transfers of a transition as a relation; none: relation 0, in which all tokens stay. */
static uint32_t read_relation(struct pwc_reader *r, struct pwc_system *s)
{
    int64_t a, b, places = s->space.places;
    pwc_moves rel = {0};
    while (!pwc_try(r, "|")) {
        if (!pwc_two(r, '>', &a, &b)) pwc_refuse(r, "PLACE>PLACE expected");
        if (a < 0 || a >= places || b < -1 || b >= places) pwc_refuse(r, "a place does not exist");
        struct pwc_move now = {(uint32_t)a, (uint32_t)b}; /* -1 is PWC_NONE */
        struct pwc_move last = rel.n ? pw_vec_last(&rel) : now;
        if (rel.n && (now.from < last.from || (now.from == last.from && now.to <= last.to)))
            pwc_refuse(r, "transfers must increase, vanishing last");
        pw_vec_push(&rel, now);
    }
    if (!rel.n) return 0;
    pw_vec_push(&s->rels, rel);
    return (uint32_t)s->rels.n - 1;
}

static void read_transitions(struct pwc_reader *r, struct pwc_system *s)
{
    const struct pwc_space *space = &s->space;
    pwc_bag pre = {0}, post = {0};
    pw_vec_push(&s->rels, ((pwc_moves){0}));
    for (size_t n = pwc_section(r, "transitions"); pwc_each(r, &n);) {
        struct pwc_step step = {.line = (uint32_t)r->line};
        step.from = pwc_index(r, space->globals), step.to = pwc_index(r, space->globals);
        pw_vec_reset(&pre), pw_vec_reset(&post);
        pwc_expect(r, "|");
        pwc_read_bag(r, space->places, &pre);
        step.rel = read_relation(r, s);
        pwc_read_bag(r, space->places, &post);
        pwc_add_step(s, step, &pre, &post);
        pwc_skip(r, 0);
    }
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
        pw_vec_push(&x.groups, ((struct pwc_group){x.places.n, 1, lo, hi}));
        pw_vec_push(&x.places, place);
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
    for (size_t i = 0; i < m.n; i++) {
        struct pwc_set *place = PW_NEWS(struct pwc_set, 1);
        pw_vec_push(&place->places, m.at[i].place);
        pw_vec_push(&bad.terms, ((struct pwc_term){place, m.at[i].count}));
    }
    return bad;
}

void pwc_check_net(struct pwc_reader *r)
{
    struct pwc_system s = {.stays = true};
    size_t globals = pwc_section(r, "globals"), places = pwc_section(r, "places");
    if (globals > 1000000) pwc_refuse(r, "more than 1000000 globals");
    s.space.globals = (uint32_t)globals, s.space.places = (uint32_t)places;
    pwc_skip(r, places);
    read_transitions(r, &s);
    for (size_t n = pwc_section(r, "initial"); pwc_each(r, &n);)
        pw_vec_push(&s.starts, read_start(r, s.space.globals, s.space.places));
    for (size_t n = pwc_section(r, "targets"); pwc_each(r, &n);)
        pw_vec_push(&s.bads, read_target(r, s.space.globals, s.space.places));
    r->result->starts = s.starts.n;
    pwc_read_space(r, &s.space, s.bads.n, true, false);
    pwc_pass(r->result, "text complete, checksum right: a net");
    pwc_check_claims(&s);
}
