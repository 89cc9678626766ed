#include "modular/infer.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "base/order.h"
#include "front/dr/format.h"
#include "modular/modular.h"
#include "modular/read.h"
#include "modular/resolve.h"
#include "modular/search.h"

enum { NONE = PW_MTREE_NONE, MOST_LOST = 20 };

struct inference {
    const struct pw_infer_input *in;
    struct pw_infer_result *out;
    pw_guesses guesses;
    struct pw_source src; /* the text of the round */
    struct pw_mtree tree;
    struct pw_diags diags;
    size_t dropped; /* in this round */
    unsigned lost;
};

/* --- the text of a round ---------------------------------------------------------------------- */

/* The source with the guesses that live. Remembers where each is. */
static void compose(struct inference *x, struct pw_strbuf *out)
{
    const struct pw_source *src = x->in->src;
    size_t done = 0;
    for (size_t i = 0; i < x->guesses.n; i++) { /* claims come first, by place */
        struct pw_guess *g = &x->guesses.at[i];
        if (g->dead || g->kind != PW_GUESS_CLAIM) continue;
        assert(g->at >= done && g->at <= src->size);
        pw_strbuf_write(out, src->text + done, g->at - done);
        done = g->at;
        pw_strbuf_puts(out, " invariant (");
        g->from = out->n;
        pw_strbuf_puts(out, g->text);
        g->to = out->n;
        pw_strbuf_putc(out, ')');
    }
    pw_strbuf_write(out, src->text + done, src->size - done);
    if (out->n && pw_strbuf_text(out)[out->n - 1] != '\n') pw_strbuf_putc(out, '\n');
    for (size_t i = 0; i < x->guesses.n; i++) {
        struct pw_guess *g = &x->guesses.at[i];
        if (g->dead || g->kind == PW_GUESS_CLAIM) continue;
        pw_strbuf_puts(out, g->kind == PW_GUESS_ASSUMPTION ? "assumption " : "invariant ");
        g->from = out->n;
        pw_strbuf_puts(out, g->text);
        g->to = out->n;
        pw_strbuf_puts(out, "; // inferred\n");
    }
}

/* The guess around this byte of the text, or NULL. */
static struct pw_guess *guess_at(struct inference *x, size_t byte)
{
    for (size_t i = 0; i < x->guesses.n; i++) {
        struct pw_guess *g = &x->guesses.at[i];
        if (!g->dead && g->from <= byte && byte < g->to) return g;
    }
    return NULL;
}

static void open_round(struct inference *x)
{
    struct pw_strbuf text = {0};
    compose(x, &text);
    pw_source_from_text(&x->src, x->in->src->name, pw_strbuf_text(&text), text.n);
    pw_strbuf_clear(&text);
}

static void close_round(struct inference *x)
{
    pw_mtree_clear(&x->tree);
    pw_diags_clear(&x->diags);
    pw_source_clear(&x->src);
}

/* Guesses that cannot be read, for instance about a local of an inner block, are dropped. */
static bool drop_unreadable(struct inference *x)
{
    bool some = false;
    for (size_t i = 0; i < x->diags.n; i++) {
        struct pw_diag_view v = pw_diag_get(&x->diags, i);
        struct pw_guess *g = v.severity == PW_ERROR ? guess_at(x, v.from) : NULL;
        if (g) g->dead = some = true;
    }
    return some;
}

static bool read_round(struct inference *x)
{
    for (;;) {
        open_round(x);
        if (pw_read_program(&x->src, &x->diags, &x->tree) &&
            pw_resolve_program(&x->tree, x->in->defines, x->in->ndefines, &x->diags))
            return true;
        bool some = drop_unreadable(x);
        close_round(x);
        if (!some) return false;
    }
}

/* --- dropping --------------------------------------------------------------------------------- */

static size_t byte_of(const struct pw_mtree *t, uint32_t token)
{
    assert(token < t->lexer.tokens.n);
    return t->lexer.tokens.at[token].from;
}

/* The annotation that an obligation is about is a guess that lives? */
static struct pw_guess *subject(struct inference *x, const struct pw_mtree *t,
                                const struct pw_mob *ob)
{
    switch (ob->kind) {
    case PW_OB_INIT:
    case PW_OB_REFLEXIVE:
    case PW_OB_TRANSITIVE:
    case PW_OB_CLAIM:
        return guess_at(x, byte_of(t, ob->first));
    case PW_OB_INVARIANT:
    case PW_OB_GUARANTEE:
        return ob->about == NONE ? NULL : guess_at(x, byte_of(t, ob->about));
    default:
        return NULL;
    }
}

static bool asks(void *arg, const struct pw_mtree *t, const struct pw_mob *ob)
{
    return !ob->implicit && subject(arg, t, ob) != NULL;
}

static void told(void *arg, const struct pw_mtree *t, const struct pw_mfinding *f)
{
    struct inference *x = arg;
    struct pw_guess *g = subject(x, t, &f->ob);
    if (f->result == PW_MR_PROVED || !g) return;
    g->dead = true;
    x->dropped++;
    if (x->lost++ >= MOST_LOST) return;
    pw_strbuf_printf(&x->out->lost, "%s: lost at line %u, ", g->text,
                     pw_mtree_place(t, f->ob.first).line);
    if (f->ob.about == NONE)
        pw_strbuf_puts(&x->out->lost, pw_mob_name(f->ob.kind));
    else
        pw_format_excerpt(&t->lexer, f->ob.first, f->ob.last, &x->out->lost);
    pw_strbuf_putc(&x->out->lost, '\n');
}

/* What one or two threads break. */
static void drop_refuted(struct inference *x)
{
    size_t tokens = x->tree.lexer.tokens.n;
    bool *broken = PW_NEWS(bool, tokens + 1);
    struct pw_automaton *automata = PW_NEWS(struct pw_automaton, x->tree.procs.n + 1);
    for (size_t i = 0; i < x->tree.procs.n; i++)
        pw_automaton_make(&automata[i], &x->tree.procs.at[i]->contract);
    for (uint32_t n = 1; n <= 2; n++) {
        struct pw_search_limits limits = {
            .threads = n, .objects = 1, .width = 4, .states = 600, .broken = broken};
        struct pw_search_result r;
        (void)pw_search_run(&x->tree, automata, &limits, &r);
        pw_search_clear(&r);
    }
    for (size_t i = 0; i < tokens; i++) {
        struct pw_guess *g = broken[i] ? guess_at(x, byte_of(&x->tree, (uint32_t)i)) : NULL;
        if (g) g->dead = true;
        x->out->refuted += g != NULL;
    }
    for (size_t i = 0; i < x->tree.procs.n; i++)
        pw_automaton_clear(&automata[i]);
    PW_FREES(automata, x->tree.procs.n + 1);
    PW_FREES(broken, tokens + 1);
}

/* One round; false: the program has errors. */
static bool ask_round(struct inference *x)
{
    struct pw_moptions o = {.asks = asks, .told = told, .arg = x};
    struct pw_mreport report;
    x->dropped = 0;
    if (!read_round(x)) return false;
    bool ok = pw_modular_check(&x->tree, &o, &x->diags, &report);
    pw_modular_clear(&report);
    close_round(x);
    x->out->rounds++;
    return ok;
}

/* --- few lines -------------------------------------------------------------------------------- */

static bool all_proved(struct inference *x)
{
    struct pw_moptions o = {.first = true, .no_vacuity = true};
    struct pw_mreport report;
    if (!read_round(x)) return false;
    bool ok = pw_modular_check(&x->tree, &o, &x->diags, &report);
    ok = ok && !report.failed && !report.unknown;
    pw_modular_clear(&report);
    close_round(x);
    return ok;
}

static void drop_covered(struct inference *x)
{
    for (size_t i = 0; i < x->guesses.n; i++)
        for (size_t k = 0; k < x->guesses.n && !x->guesses.at[i].dead; k++)
            if (k != i && !x->guesses.at[k].dead &&
                pw_guess_covers(&x->guesses.at[k], &x->guesses.at[i]))
                x->guesses.at[i].dead = true;
}

/* Tries without the live guesses [from, from + n) of the list. */
static bool try_without(struct inference *x, const pw_uints *live, size_t from, size_t n)
{
    for (size_t i = from; i < from + n && i < live->n; i++)
        x->guesses.at[live->at[i]].dead = true;
    if (all_proved(x)) return true;
    for (size_t i = from; i < from + n && i < live->n; i++)
        x->guesses.at[live->at[i]].dead = false;
    return false;
}

/* Leaves out what the proof does without, many at once first. */
static void drop_unneeded(struct inference *x)
{
    for (size_t size = x->guesses.n; size; size /= 2) {
        pw_uints live = {0};
        for (uint32_t i = 0; i < x->guesses.n; i++)
            if (!x->guesses.at[i].dead) pw_vec_push(&live, i);
        if (size <= live.n)
            for (size_t from = 0; from < live.n; from += size)
                (void)try_without(x, &live, from, size);
        pw_vec_clear(&live);
    }
}

/* ---------------------------------------------------------------------------------------------- */

static void write_result(struct inference *x)
{
    compose(x, &x->out->text);
    for (size_t i = 0; i < x->guesses.n; i++) {
        const struct pw_guess *g = &x->guesses.at[i];
        if (g->dead) continue;
        x->out->kept++;
        if (g->kind == PW_GUESS_CLAIM)
            pw_strbuf_printf(&x->out->lines, "invariant (%s) // inferred, of the loop at line %u\n",
                             g->text, pw_source_place(x->in->src, g->at).line);
        else
            pw_strbuf_printf(&x->out->lines, "%s %s; // inferred\n",
                             g->kind == PW_GUESS_ASSUMPTION ? "assumption" : "invariant", g->text);
    }
}

static int by_place(const void *a, const void *b)
{
    const struct pw_guess *x = a, *y = b;
    bool cx = x->kind == PW_GUESS_CLAIM, cy = y->kind == PW_GUESS_CLAIM;
    return PW_ORDER(cy, cx)
               ?: PW_ORDER(x->at, y->at)
               ?: PW_ORDER(x->conclusion, y->conclusion)
               ?: strcmp(x->text, y->text);
}

/* The guesses about the program as it stands. False: it has errors. */
static bool start(struct inference *x, struct pw_diags *diags)
{
    struct pw_mtree t;
    bool ok = pw_read_program(x->in->src, diags, &t) &&
              pw_resolve_program(&t, x->in->defines, x->in->ndefines, diags);
    if (ok) pw_guess_make(&t, &x->guesses);
    for (size_t i = 0; ok && i < x->in->ninvariants; i++)
        pw_guess_add(&x->guesses, PW_GUESS_INVARIANT, x->in->invariants[i]);
    pw_mtree_clear(&t);
    if (x->guesses.n) qsort(x->guesses.at, x->guesses.n, sizeof *x->guesses.at, by_place);
    x->out->guesses = x->guesses.n;
    return ok;
}

bool pw_infer_run(const struct pw_infer_input *in, struct pw_diags *diags,
                  struct pw_infer_result *out)
{
    struct inference x = {.in = in, .out = out};
    *out = (struct pw_infer_result){0};
    bool ok = start(&x, diags) && read_round(&x);
    if (ok) {
        drop_refuted(&x);
        close_round(&x);
    }
    do {
        pw_limits_poll();
        ok = ok && ask_round(&x);
    } while (ok && x.dropped);
    if (ok) {
        drop_covered(&x);
        out->proved = all_proved(&x);
        if (out->proved) drop_unneeded(&x);
        write_result(&x);
    }
    pw_guess_clear(&x.guesses);
    return ok;
}

void pw_infer_clear(struct pw_infer_result *r)
{
    pw_strbuf_clear(&r->text);
    pw_strbuf_clear(&r->lines);
    pw_strbuf_clear(&r->lost);
}
