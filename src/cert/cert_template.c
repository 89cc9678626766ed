/* cert_template.c -- writes template certificates. */
#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>

#include "base/limits.h"
#include "base/mem.h"
#include "base/order.h"
#include "cert/cert_write.h"
#include "dualref/rows.h"

/* ---- structure ---- */

static void put_fields(struct pw_strbuf *out, const pw_fields *f)
{
    for (size_t i = 0; i < f->n; i++) {
        pw_strbuf_printf(out, "%s %" PRId64 " %" PRId64 " ", pw_field_kind_words[f->at[i].kind],
                         f->at[i].lo, f->at[i].hi);
        if (f->at[i].pred == PW_NO_INDEX)
            pw_strbuf_puts(out, "- ");
        else
            pw_strbuf_printf(out, "%" PRIu32 " ", f->at[i].pred);
        pw_cert_word(out, f->at[i].name);
        pw_strbuf_putc(out, '\n');
    }
}

static void put_templates(struct pw_strbuf *out, const struct pw_dual *t)
{
    pw_strbuf_printf(out, "shared-fields %zu\n", t->shared.n);
    put_fields(out, &t->shared);
    pw_strbuf_printf(out, "templates %zu\n", t->templates.n);
    for (size_t i = 0; i < t->templates.n; i++) {
        const struct pw_dual_kind *q = &t->templates.at[i];
        pw_cert_word(out, q->name);
        if (q->count < 0)
            pw_strbuf_puts(out, " *");
        else
            pw_strbuf_printf(out, " %" PRId64, q->count);
        pw_strbuf_printf(out, " %" PRIu32 " %zu\n", q->entry, q->fields.n);
        put_fields(out, &q->fields);
    }
}

static void put_locations(struct pw_strbuf *out, const struct pw_dual *t)
{
    pw_strbuf_printf(out, "labels %zu\n", t->labels.n);
    for (size_t i = 0; i < t->labels.n; i++)
        pw_cert_word(out, t->labels.at[i]), pw_strbuf_putc(out, '\n');
    pw_strbuf_printf(out, "locations %zu\n", t->locs.n);
    for (size_t i = 0; i < t->locs.n; i++) {
        const struct pw_tloc *l = &t->locs.at[i];
        assert(l->kind <= PW_TLOC_END);
        pw_strbuf_printf(out, "%" PRIu32 " %s %u ", l->template, pw_tloc_kind_words[l->kind],
                         l->line);
        pw_cert_word(out, l->name);
        for (size_t k = 0; k < l->labels.n; k++)
            pw_strbuf_printf(out, " %u", l->labels.at[k]);
        pw_strbuf_putc(out, '\n');
    }
    pw_strbuf_printf(out, "statements %zu\n", t->stmts.n);
    for (size_t i = 0; i < t->stmts.n; i++) {
        const struct pw_tstmt *s = &t->stmts.at[i];
        pw_strbuf_printf(out, "%" PRIu32 " %" PRIu32 " %u ", s->from, s->to, s->line);
        pw_cert_text(out, s->text);
        pw_strbuf_putc(out, '\n');
    }
    if (!t->n_somes) return;
    size_t n = 0;
    for (size_t i = 0; i < t->stmts.n; i++)
        n += t->stmts.at[i].somes > 0;
    pw_strbuf_printf(out, "some-blocks %zu\n", n);
    for (size_t i = 0; i < t->stmts.n; i++)
        if (t->stmts.at[i].somes)
            pw_strbuf_printf(out, "%zu %" PRIu32 "\n", i, t->stmts.at[i].somes);
}

static void put_predicates(struct pw_strbuf *out, const struct pw_dual *t,
                           enum pw_closure_mode mode)
{
    pw_strbuf_printf(out, "closure %s", pw_closure_mode_name(mode));
    if (t->axioms.n) pw_strbuf_printf(out, " axioms %zu", t->axioms.n);
    pw_strbuf_putc(out, '\n');
    for (size_t i = 0; i < t->axioms.n; i++) {
        pw_strbuf_puts(out, "axiom ");
        pw_cert_text(out, t->axioms.at[i]);
        pw_strbuf_putc(out, '\n');
    }
    pw_strbuf_printf(out, "bound %" PRId64 "\npredicates %zu\n", t->bound, t->preds.n);
    for (size_t i = 0; i < t->preds.n; i++) {
        pw_strbuf_printf(out, "%s ", pw_tpred_class_name(t->preds.at[i].cls));
        pw_cert_word(out, t->preds.at[i].name);
        pw_strbuf_putc(out, ' ');
        pw_cert_text(out, t->preds.at[i].text);
        pw_strbuf_putc(out, '\n');
    }
}

/* ---- relations: each cube is split into its active and its passive half, and the halves are
 * numbered ---- */

struct halves {
    struct pw_names active, passive; /* as printed */
    PW_VEC(pw_uints) with;           /* per active half: passive halves */
    struct pw_strbuf text;
    uint32_t stmt;
    int64_t some; /* the some block at work; -1: none */
};

static void put_cube(struct pw_strbuf *out, const struct pw_entry *e, size_t n)
{
    pw_strbuf_puts(out, " |");
    for (size_t i = 0; i < n; i++) {
        if (e[i].kind == PW_ENTRY_FREE)
            pw_strbuf_puts(out, " -");
        else if (e[i].kind == PW_ENTRY_KEEP)
            pw_strbuf_puts(out, " =");
        else
            pw_strbuf_printf(out, " %" PRId64, e[i].value);
    }
}

static bool split_row(void *arg, const struct pw_row *r)
{
    struct halves *h = arg;
    pw_strbuf_reset(&h->text);
    pw_strbuf_printf(&h->text, "%" PRIu32, r->passive);
    if (r->passive_loc == PW_NO_INDEX)
        pw_strbuf_puts(&h->text, " *");
    else
        pw_strbuf_printf(&h->text, " %" PRIu32, r->passive_loc);
    put_cube(&h->text, r->pas[PW_NOW], r->n_pas), put_cube(&h->text, r->pas[PW_NEXT], r->n_pas);
    uint32_t passive = pw_names_intern(&h->passive, pw_strbuf_text(&h->text));
    pw_strbuf_reset(&h->text);
    pw_strbuf_printf(&h->text, "%" PRIu32, h->stmt);
    if (h->some >= 0) pw_strbuf_printf(&h->text, " %" PRId64, h->some);
    put_cube(&h->text, r->shared[PW_NOW], r->n_shared),
        put_cube(&h->text, r->act[PW_NOW], r->n_act);
    put_cube(&h->text, r->shared[PW_NEXT], r->n_shared),
        put_cube(&h->text, r->act[PW_NEXT], r->n_act);
    uint32_t active = pw_names_intern(&h->active, pw_strbuf_text(&h->text));
    if (active == h->with.n) pw_vec_push(&h->with, ((pw_uints){0}));
    assert(active < h->with.n);
    pw_vec_push(&h->with.at[active], passive);
    return true;
}

/* The section `name` of active halves. */
static void put_active_halves(struct pw_strbuf *out, struct halves *h, const char *name)
{
    pw_strbuf_printf(out, "%s %zu\n", name, h->active.n);
    for (size_t i = 0; i < h->active.n; i++) {
        assert(i < h->with.n);
        pw_uints *with = &h->with.at[i];
        qsort(with->at, with->n, sizeof *with->at, pw_order_uint);
        pw_strbuf_printf(out, "%s |", h->active.at[i]);
        for (size_t k = 0; k < with->n; k++)
            if (!k || with->at[k] != with->at[k - 1]) pw_strbuf_printf(out, " %u", with->at[k]);
        pw_strbuf_putc(out, '\n');
    }
}

static void split_somes(struct pw_dual *t, struct halves *h)
{
    for (h->stmt = 0; h->stmt < t->stmts.n; h->stmt++)
        for (h->some = 0; h->some < (int64_t)t->stmts.at[h->stmt].somes; h->some++)
            for (uint32_t q = 0; q < t->templates.n; q++)
                pw_rows_cover(t, t->stmts.at[h->stmt].template, q,
                              pw_dual_some(t, h->stmt, (uint32_t)h->some, q), split_row, h);
}

static void clear_active_halves(struct halves *h)
{
    for (size_t i = 0; i < h->with.n; i++)
        pw_vec_clear(&h->with.at[i]);
    pw_vec_clear(&h->with);
    pw_names_clear(&h->active);
}

/* The sections `some-blocks` and `some` are there only if a statement has some blocks. */
static void put_moves(struct pw_strbuf *out, struct pw_dual *t)
{
    struct halves h = {.some = -1};
    struct pw_strbuf active = {0};
    for (h.stmt = 0; h.stmt < t->stmts.n; h.stmt++)
        for (uint32_t q = 0; q < t->templates.n; q++)
            pw_rows_of_step(t, h.stmt, q, split_row, &h);
    put_active_halves(&active, &h, "active-moves");
    clear_active_halves(&h);
    if (t->n_somes) {
        split_somes(t, &h);
        put_active_halves(&active, &h, "some");
        clear_active_halves(&h);
    }
    pw_strbuf_printf(out, "passive-moves %zu\n", h.passive.n);
    for (size_t i = 0; i < h.passive.n; i++)
        pw_strbuf_printf(out, "%s\n", h.passive.at[i]);
    pw_strbuf_puts(out, pw_strbuf_text(&active));
    pw_strbuf_clear(&active);
    pw_names_clear(&h.passive);
    pw_strbuf_clear(&h.text);
}

struct starts {
    struct pw_strbuf text;
    size_t n;
};

static bool put_start(void *arg, const struct pw_row *r)
{
    struct starts *s = arg;
    pw_strbuf_printf(&s->text, "%" PRIu32 " %" PRIu32, r->active, r->passive);
    put_cube(&s->text, r->shared[PW_NOW], r->n_shared),
        put_cube(&s->text, r->act[PW_NOW], r->n_act), put_cube(&s->text, r->pas[PW_NOW], r->n_pas);
    pw_strbuf_putc(&s->text, '\n');
    s->n++;
    return true;
}

static void put_starts(struct pw_strbuf *out, struct pw_dual *t)
{
    struct starts s = {0};
    for (uint32_t a = 0; a < t->templates.n; a++)
        for (uint32_t q = 0; q < t->templates.n; q++)
            pw_rows_of_init(t, a, q, put_start, &s);
    pw_strbuf_printf(out, "initial %zu\n%s", s.n, pw_strbuf_text(&s.text));
    pw_strbuf_clear(&s.text);
}

static void put_bad(struct pw_strbuf *out, const struct pw_dual *t)
{
    pw_strbuf_printf(out, "bad %zu\n", t->bad.n);
    for (size_t i = 0; i < t->bad.n; i++) {
        pw_strbuf_printf(out, "%u", t->bad.at[i].line);
        for (size_t k = 0; k < t->bad.at[i].terms.n; k++) {
            const struct pw_bad_term *term = &t->bad.at[i].terms.at[k];
            pw_strbuf_printf(out, " %" PRIu32 "*%" PRIu32, term->label, term->k);
        }
        pw_strbuf_puts(out, " | ");
        if (t->bad.at[i].what) pw_cert_text(out, t->bad.at[i].what);
        pw_strbuf_putc(out, '\n');
    }
}

/* ---- J: the states that occur get new numbers, local ones in the order of their locations ---- */

struct number_ctx {
    const struct pw_states *states;
    const struct pw_pair *pairs;
    size_t npairs;
    uint32_t *global, *local;         /* new numbers */
    PW_VEC(uint32_t) globals, locals; /* old numbers, in the new order */
};

struct place {
    uint32_t loc, old;
};

static int by_location(const void *x, const void *y)
{
    const struct place *a = x, *b = y;
    return PW_ORDER(a->loc, b->loc) ?: PW_ORDER(a->old, b->old);
}

static void number_states(struct number_ctx *n)
{
    PW_VEC(struct place) places = {0};
    n->global = PW_NEWS(uint32_t, n->states->n_shared);
    n->local = PW_NEWS(uint32_t, n->states->locals.n);
    for (uint32_t g = 0; g < n->states->n_shared; g++)
        n->global[g] = PW_NO_INDEX;
    for (size_t l = 0; l < n->states->locals.n; l++)
        n->local[l] = PW_NO_INDEX;
    for (size_t i = 0; i < n->npairs; i++)
        n->global[n->pairs[i].from] = n->local[n->pairs[i].to] = 0;
    for (uint32_t g = 0; g < n->states->n_shared; g++) {
        if (n->global[g] == PW_NO_INDEX) continue;
        n->global[g] = (uint32_t)n->globals.n;
        pw_vec_push(&n->globals, g);
    }
    for (uint32_t l = 0; l < n->states->locals.n; l++)
        if (n->local[l] != PW_NO_INDEX)
            pw_vec_push(&places, ((struct place){n->states->locals.at[l].loc, l}));
    if (places.n) qsort(places.at, places.n, sizeof *places.at, by_location);
    for (size_t i = 0; i < places.n; i++) {
        n->local[places.at[i].old] = (uint32_t)i;
        pw_vec_push(&n->locals, places.at[i].old);
    }
    pw_vec_clear(&places);
}

static void put_states(struct pw_strbuf *out, const struct number_ctx *n)
{
    const struct pw_dual *t = n->states->t;
    pw_strbuf_printf(out, "shared-states %zu\n", n->globals.n);
    for (size_t i = 0; i < n->globals.n; i++) {
        for (uint32_t f = 0; f < t->shared.n; f++)
            pw_strbuf_printf(out, f ? " %" PRId64 : "%" PRId64,
                             pw_states_shared_value(n->states, n->globals.at[i], f));
        pw_strbuf_putc(out, '\n');
    }
    pw_strbuf_printf(out, "local-states %zu\n", n->locals.n);
    for (size_t i = 0; i < n->locals.n; i++) {
        uint32_t l = n->locals.at[i], loc = n->states->locals.at[l].loc;
        pw_strbuf_printf(out, "%" PRIu32, loc);
        for (uint32_t f = 0; f < t->templates.at[t->locs.at[loc].template].fields.n; f++)
            pw_strbuf_printf(out, " %" PRId64, pw_states_local_value(n->states, l, f));
        pw_strbuf_putc(out, '\n');
    }
}

/* The pairs come in the order of their globals. */
static void put_pairs(struct pw_strbuf *out, const struct number_ctx *n)
{
    pw_uints locals = {0};
    pw_strbuf_printf(out, "may %zu\n", n->globals.n);
    for (size_t i = 0, end; i < n->npairs; i = end) {
        pw_vec_reset(&locals);
        for (end = i; end < n->npairs && n->pairs[end].from == n->pairs[i].from; end++)
            pw_vec_push(&locals, n->local[n->pairs[end].to]);
        qsort(locals.at, locals.n, sizeof *locals.at, pw_order_uint);
        pw_limits_poll();
        pw_cert_put_may(out, n->global[n->pairs[i].from], locals.at, locals.n);
    }
    pw_vec_clear(&locals);
}

/* Threads stay in their template: no more of a counted one than its count. */
static size_t put_counts(struct pw_strbuf *out, const struct number_ctx *n)
{
    const struct pw_dual *t = n->states->t;
    size_t lines = 0;
    for (uint32_t q = 0; q < t->templates.n; q++) {
        if (t->templates.at[q].count < 0) continue;
        pw_strbuf_printf(out, "%" PRId64 " | |", t->templates.at[q].count);
        for (size_t i = 0; i < n->locals.n; i++)
            if (pw_states_template(n->states, n->locals.at[i]) == q)
                pw_strbuf_printf(out, " %zu:1", i);
        pw_strbuf_putc(out, '\n');
        lines++;
    }
    return lines;
}

/* A trap within J; its pairs come in the order of their globals. */
static void put_trap(struct pw_strbuf *out, const struct number_ctx *n,
                     const struct pw_cert_trap *trap)
{
    struct pw_strbuf lines = {0};
    pw_uints locals = {0};
    size_t count = 0;
    for (size_t i = 0, end; i < trap->pairs.n; i = end) {
        uint32_t g = n->global[trap->pairs.at[i].from];
        pw_vec_reset(&locals);
        for (end = i; end < trap->pairs.n && trap->pairs.at[end].from == trap->pairs.at[i].from;
             end++) {
            uint32_t l = n->local[trap->pairs.at[end].to];
            if (l != PW_NO_INDEX) pw_vec_push(&locals, l);
        }
        if (g == PW_NO_INDEX || !locals.n) continue;
        qsort(locals.at, locals.n, sizeof *locals.at, pw_order_uint);
        pw_cert_put_may(&lines, g, locals.at, locals.n);
        count++;
    }
    pw_strbuf_printf(out, "%zu\n%s", count, pw_strbuf_text(&lines));
    pw_strbuf_clear(&lines);
    pw_vec_clear(&locals);
}

/* Sections `invariants` (with the counts), `traps` if there are any to be told of, and `basis`. */
static size_t put_proof(struct pw_strbuf *out, struct number_ctx *n,
                        const struct pw_cert_traps *traps, const struct pw_cover_result *proof)
{
    struct pw_strbuf counts = {0};
    struct pw_cert_numbers numbers = {n->global, n->local, n->states->n_shared,
                                      (uint32_t)n->states->locals.n};
    size_t lines = put_counts(&counts, n), elements;
    pw_cert_put_invariants(out, &numbers, proof, &counts, lines);
    if (traps) pw_strbuf_printf(out, "traps %zu\n", traps->n);
    for (size_t i = 0; traps && i < traps->n; i++)
        put_trap(out, n, &traps->at[i]);
    elements = pw_cert_put_basis(out, &numbers, proof);
    pw_strbuf_clear(&counts);
    return elements;
}

static size_t put_sets(struct pw_strbuf *out, struct number_ctx *n,
                       const struct pw_cert_traps *traps, const struct pw_cover_result *proof)
{
    number_states(n);
    put_states(out, n);
    put_pairs(out, n);
    size_t elements = put_proof(out, n, traps, proof);
    PW_FREES(n->global, n->states->n_shared);
    PW_FREES(n->local, n->states->locals.n);
    pw_vec_clear(&n->globals), pw_vec_clear(&n->locals);
    return elements;
}

void pw_cert_write_template(struct pw_strbuf *out, const struct pw_cert_about *about,
                            struct pw_dual *t, enum pw_closure_mode mode,
                            const struct pw_states *states, const struct pw_pair *occupied,
                            size_t noccupied, struct pw_cert_traps traps,
                            const struct pw_cover_result *proof)
{
    size_t start = out->n;
    bool sliced = proof->invariant.sliced;
    struct number_ctx n = {.states = states};
    n.pairs = sliced ? proof->invariant.occupied.at : occupied;
    n.npairs = sliced ? proof->invariant.occupied.n : noccupied;
    assert(proof->verdict == PW_UNCOVERED && proof->proof == PW_PROOF_BASIS &&
           mode != PW_CLOSURE_NONE);
    pw_cert_put_head(out, "template", about);
    put_predicates(out, t, mode);
    put_templates(out, t);
    put_locations(out, t);
    put_moves(out, t);
    put_starts(out, t);
    put_bad(out, t);
    size_t elements = put_sets(out, &n, mode == PW_CLOSURE_SHARP ? &traps : NULL, proof);
    pw_cert_put_end(out, start, elements ? t->bad.n + elements : 0);
}
