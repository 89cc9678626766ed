/* cert_net.c -- writes net certificates. */
#include <assert.h>
#include <inttypes.h>
#include <string.h>

#include "base/limits.h"
#include "base/mem.h"
#include "cert/cert_write.h"

static void put_places(struct pw_strbuf *out, const struct pw_net *net)
{
    struct pw_strbuf name = {0};
    pw_strbuf_printf(out, "globals %" PRIu32 "\nplaces %" PRIu32 "\n", net->system.globals,
                     net->system.locals);
    for (uint32_t l = 0; l < net->system.locals; l++) {
        pw_strbuf_reset(&name);
        pw_net_print_local(net, l, &name);
        pw_cert_word(out, pw_strbuf_text(&name));
        pw_strbuf_putc(out, '\n');
    }
    pw_strbuf_clear(&name);
}

/* Sunk tokens are those that go to -1; among the pairs of a source that comes last. */
static void put_relation(struct pw_strbuf *out, const struct pw_relation *r, uint32_t locals)
{
    uint32_t i = 0;
    for (uint32_t l = 0; l < locals && (r->n || r->rest == PW_REST_SUNK); l++) {
        if (r->rest == PW_REST_SUNK && (i == r->n || r->pairs[i].from != l))
            pw_strbuf_printf(out, " %" PRIu32 ">-1", l);
        for (; i < r->n && r->pairs[i].from == l; i++) {
            if (r->pairs[i].to == PW_SUNK)
                pw_strbuf_printf(out, " %" PRIu32 ">-1", l);
            else
                pw_strbuf_printf(out, " %" PRIu32 ">%" PRIu32, l, r->pairs[i].to);
        }
    }
}

static void put_transitions(struct pw_strbuf *out, const struct pw_net *net)
{
    const struct pw_system *s = &net->system;
    struct pw_strbuf rule = {0};
    pw_strbuf_printf(out, "transitions %zu\n", s->trans.n);
    for (size_t i = 0; i < s->trans.n; i++) {
        const struct pw_trans *t = &s->trans.at[i];
        assert(!t->witness);
        pw_limits_poll();
        pw_strbuf_printf(out, "%" PRIu32 " %" PRIu32 " |", t->from, t->to);
        if (t->npre) pw_cert_put_bag(out, s->tokens.at + t->pre, t->npre);
        pw_strbuf_puts(out, " |");
        assert(t->relation < s->relations.n);
        put_relation(out, &s->relations.at[t->relation], s->locals);
        pw_strbuf_puts(out, " |");
        if (t->npost) pw_cert_put_bag(out, s->tokens.at + t->post, t->npost);
        pw_strbuf_reset(&rule);
        pw_net_print_rule(net, t->tag, &rule);
        pw_strbuf_puts(out, " | ");
        pw_cert_text(out, pw_strbuf_text(&rule));
        pw_strbuf_putc(out, '\n');
    }
    pw_strbuf_clear(&rule);
}

static void put_boxes(struct pw_strbuf *out, const struct pw_system *s)
{
    pw_strbuf_printf(out, "initial %zu\n", s->boxes.n);
    for (size_t i = 0; i < s->boxes.n; i++) {
        const struct pw_box *b = &s->boxes.at[i];
        pw_strbuf_printf(out, "%" PRIu32 " %s", b->global, b->rest_many ? "*" : "0");
        for (uint32_t k = 0; k < b->nranges; k++) {
            assert(b->ranges + k < s->ranges.n);
            const struct pw_range *r = &s->ranges.at[b->ranges + k];
            pw_strbuf_printf(out, " %" PRIu32 " %" PRId64 " ", r->local, r->lo);
            if (r->many)
                pw_strbuf_putc(out, '*');
            else
                pw_strbuf_printf(out, "%" PRId64, r->hi);
        }
        pw_strbuf_putc(out, '\n');
    }
    pw_strbuf_printf(out, "targets %zu\n", s->targets.n);
    for (size_t i = 0; i < s->targets.n; i++) {
        const struct pw_target *t = &s->targets.at[i];
        if (t->global == PW_ANY_GLOBAL)
            pw_strbuf_putc(out, '*');
        else
            pw_strbuf_printf(out, "%" PRIu32, t->global);
        if (t->ntoks) pw_cert_put_bag(out, s->tokens.at + t->toks, t->ntoks);
        pw_strbuf_putc(out, '\n');
    }
}

static void put_net(struct pw_strbuf *out, const struct pw_net *net)
{
    put_places(out, net);
    put_transitions(out, net);
    put_boxes(out, &net->system);
}

bool pw_cert_is_net(const char *text, const struct pw_net *net)
{
    struct pw_strbuf own = {0};
    put_net(&own, net);
    pw_strbuf_puts(&own, "may ");
    bool same = !strncmp(text, pw_strbuf_text(&own), own.n);
    pw_strbuf_clear(&own);
    return same;
}

static void put_everything(struct pw_strbuf *out, uint32_t globals)
{
    pw_strbuf_printf(out, "may %" PRIu32 "\n", globals);
    for (uint32_t g = 0; g < globals; g++)
        pw_strbuf_printf(out, "%" PRIu32 " *\n", g);
}

static void put_slice(struct pw_strbuf *out, const struct pw_cover_invariant *j)
{
    pw_uints locals = {0};
    size_t i = 0;
    pw_strbuf_printf(out, "may %zu\n", j->reached.n);
    for (size_t k = 0; k < j->reached.n; k++) {
        pw_vec_reset(&locals);
        while (i < j->occupied.n && j->occupied.at[i].from < j->reached.at[k])
            i++;
        for (; i < j->occupied.n && j->occupied.at[i].from == j->reached.at[k]; i++)
            pw_vec_push(&locals, j->occupied.at[i].to);
        pw_cert_put_may(out, j->reached.at[k], locals.at, locals.n);
    }
    pw_vec_clear(&locals);
}

static void put_ideal(struct pw_strbuf *out, const struct pw_ideal *x, pw_uints *many)
{
    pw_strbuf_printf(out, "%" PRIu32, x->global);
    pw_vec_reset(many);
    for (size_t i = 0; i < x->toks.n; i++) {
        struct pw_tok t = {x->toks.at[i].local, x->toks.at[i].count};
        if (x->toks.at[i].many)
            pw_vec_push(many, t.local);
        else
            pw_cert_put_bag(out, &t, 1);
    }
    pw_strbuf_puts(out, " |");
    pw_cert_put_places(out, many->at, many->n);
    pw_strbuf_putc(out, '\n');
}

static void put_ideals(struct pw_strbuf *out, const struct pw_cover_result *proof)
{
    pw_uints many = {0};
    pw_strbuf_printf(out, "ideals %zu\n", proof->ideals.n);
    for (size_t i = 0; i < proof->ideals.n; i++) {
        pw_limits_poll();
        put_ideal(out, &proof->ideals.at[i], &many);
    }
    pw_vec_clear(&many);
}

void pw_cert_write_net(struct pw_strbuf *out, const struct pw_cert_about *about,
                       const struct pw_net *net, const struct pw_cover_result *proof)
{
    size_t start = out->n;
    uint32_t most = net->system.globals > net->system.locals ? net->system.globals
                                                             : net->system.locals,
             *same = PW_NEWS(uint32_t, most);
    for (uint32_t i = 0; i < most; i++)
        same[i] = i;
    struct pw_cert_numbers n = {same, same, net->system.globals, net->system.locals};
    assert(proof->verdict == PW_UNCOVERED && !proof->merged);
    pw_cert_put_head(out, "net", about);
    put_net(out, net);
    if (proof->invariant.sliced)
        put_slice(out, &proof->invariant);
    else
        put_everything(out, net->system.globals);
    pw_cert_put_invariants(out, &n, proof, NULL, 0);
    if (proof->proof == PW_PROOF_IDEALS) put_ideals(out, proof);
    size_t lines = pw_cert_put_basis(out, &n, proof);
    pw_cert_put_end(out, start, lines ? net->system.targets.n + lines : 0);
    PW_FREES(same, most);
}
