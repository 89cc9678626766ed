#include "cli/infer_pairs.h"

#include <assert.h>
#include <string.h>

#include "base/guard.h"
#include "base/limits.h"
#include "base/mem.h"
#include "front/dr/dr.h"
#include "modular/plain.h"
#include "modular/read.h"
#include "modular/resolve.h"
#include "pairs/pairs.h"

enum { MOST_WORK = 2000000, MOST_TEXTS = 200 };

struct pair_candidates {
    const struct pw_source *src;
    const pw_defines *defines;
    pw_infer_texts texts; /* made inside the guard; lost if it stops */
};

static void add_text(struct pair_candidates *x, struct pw_strbuf *b)
{
    bool known = x->texts.n >= MOST_TEXTS;
    for (size_t i = 0; i < x->texts.n && !known; i++)
        known = !strcmp(x->texts.at[i], pw_strbuf_text(b));
    if (!known) pw_vec_push(&x->texts, pw_mem_strdup(pw_strbuf_text(b)));
    pw_strbuf_clear(b);
}

/* Is it about shared variables only? */
static bool is_shared(const struct pw_expr *e)
{
    if (e->kind == PW_EXPR_INT || e->kind == PW_EXPR_BOOL || e->kind == PW_EXPR_SHARED) return true;
    unsigned n = pw_expr_arity((enum pw_expr_kind)e->kind);
    bool all = n > 0 && e->kind != PW_EXPR_EVERY;
    for (unsigned i = 0; i < n && all; i++)
        all = is_shared(e->args[i]);
    return all;
}

/* --- counting invariants ---------------------------------------------------------------------- */

static bool no_thread_counts(const struct pw_invariant *v, const struct pw_invariant_count *c)
{
    for (size_t i = 0; i < v->nweighed; i++)
        if (c->weights[i]) return false;
    return true;
}

/* sum alpha_i * x_i == constant */
static void say_count(struct pair_candidates *x, const struct pw_invariant *v,
                      const struct pw_invariant_count *c)
{
    struct pw_strbuf b = {0};
    bool first = true;
    for (size_t i = 0; i < v->p->nshared; i++) {
        const struct pw_var *s = &v->p->shared[i];
        if (!c->alpha[i]) continue;
        if (!first) pw_strbuf_puts(&b, " + ");
        first = false;
        if (c->alpha[i] != 1) pw_strbuf_printf(&b, "%lld * ", (long long)c->alpha[i]);
        pw_strbuf_printf(&b, s->type.kind == PW_BOOL ? "(%s ? 1 : 0)" : "%s", s->name);
    }
    pw_strbuf_printf(&b, " == %lld", (long long)c->constant);
    if (first)
        pw_strbuf_clear(&b);
    else
        add_text(x, &b);
}

/* --- facts ------------------------------------------------------------------------------------ */

/* Which pairs of views: all, or those in which the finite shared variable `fin` is `value`. */
struct pair_choice {
    bool all;
    size_t fin;
    int64_t value;
};

static bool chosen(const struct pw_invariant *v, const struct pw_invariant_key *k,
                   const struct pair_choice *of)
{
    return of->all || v->views.sigmas.at[k->sigma][of->fin] == of->value;
}

static bool key_says(const struct pw_invariant *v, const struct pw_invariant_key *k,
                     const char *fact)
{
    bool found = false;
    for (size_t i = 0; i < k->facts.n && !found; i++) {
        struct pw_strbuf b = {0};
        pw_program_print_expr(v->p, k->facts.at[i], &b);
        found = !strcmp(pw_strbuf_text(&b), fact);
        pw_strbuf_clear(&b);
    }
    return found;
}

static bool all_say(const struct pw_invariant *v, const struct pair_choice *of, const char *fact)
{
    for (size_t i = 0; i < v->keys.n; i++) {
        pw_limits_poll();
        if (chosen(v, &v->keys.at[i], of) && !key_says(v, &v->keys.at[i], fact)) return false;
    }
    return true;
}

static void say_facts(struct pair_candidates *x, const struct pw_invariant *v,
                      const struct pair_choice *of, const char *guard)
{
    const struct pw_invariant_key *first = NULL;
    for (size_t i = 0; i < v->keys.n && !first; i++)
        if (chosen(v, &v->keys.at[i], of)) first = &v->keys.at[i];
    for (size_t i = 0; first && i < first->facts.n; i++) {
        struct pw_strbuf fact = {0}, text = {0};
        if (!is_shared(first->facts.at[i])) continue;
        pw_program_print_expr(v->p, first->facts.at[i], &fact);
        if (all_say(v, of, pw_strbuf_text(&fact))) {
            pw_strbuf_printf(&text, "%s%s", guard, pw_strbuf_text(&fact));
            add_text(x, &text);
        }
        pw_strbuf_clear(&fact);
    }
}

static void say_all(struct pair_candidates *x, const struct pw_invariant *v)
{
    struct pair_choice all = {.all = true};
    for (size_t i = 0; i < v->counts.n; i++)
        if (no_thread_counts(v, &v->counts.at[i])) say_count(x, v, &v->counts.at[i]);
    say_facts(x, v, &all, "");
    for (size_t i = 0; i < v->views.shared.nfins; i++) {
        const struct pw_var *b = &v->p->shared[v->views.shared.fins[i]];
        if (b->type.kind != PW_BOOL) continue;
        for (int64_t value = 0; value < 2; value++) {
            struct pair_choice of = {.fin = i, .value = value};
            struct pw_strbuf guard = {0};
            pw_strbuf_printf(&guard, "%s%s => ", value ? "" : "!", b->name);
            say_facts(x, v, &of, pw_strbuf_text(&guard));
            pw_strbuf_clear(&guard);
        }
    }
}

/* --- the run ---------------------------------------------------------------------------------- */

static void prove(struct pair_candidates *x, const struct pw_program *p)
{
    struct pw_pairs_stats stats = {0};
    struct pw_pairs_result r = {0};
    pw_pairs_prove(p, false, &stats, &r);
    if (r.invariant) say_all(x, r.invariant);
    pw_pairs_result_clear(&r);
}

static void run_pairs(void *arg)
{
    struct pair_candidates *x = arg;
    struct pw_mtree t;
    struct pw_diags diags = {0}, plain_diags = {0};
    struct pw_strbuf text = {0};
    struct pw_plain_problem problem;
    bool ok = pw_read_program(x->src, &diags, &t) &&
              pw_resolve_program(&t, x->defines->at, x->defines->n, &diags) &&
              pw_plain_write(&t, (struct pw_plain_choice){0}, &text, &problem);
    if (ok) {
        struct pw_source plain;
        pw_source_from_text(&plain, x->src->name, pw_strbuf_text(&text), text.n);
        struct pw_program *p = pw_dr_parse(&plain, NULL, 0, &plain_diags);
        if (p) {
            prove(x, p);
            pw_program_free(p);
        }
        pw_diags_clear(&plain_diags);
        pw_source_clear(&plain);
    }
    pw_strbuf_clear(&text);
    pw_mtree_clear(&t);
    pw_diags_clear(&diags);
}

void pw_infer_pairs(const struct pw_source *src, const pw_defines *defines, pw_infer_texts *out)
{
    struct pair_candidates x = {.src = src, .defines = defines};
    assert(!out->n);
    enum pw_stop stop = pw_guard_run_turn(MOST_WORK, run_pairs, &x);
    if (stop == PW_STOP_NONE)
        memcpy(out, &x.texts, sizeof *out);
    else if (stop != PW_STOP_TURN && stop != PW_STOP_RANGE)
        pw_guard_throw(stop);
}

void pw_infer_texts_clear(pw_infer_texts *v)
{
    for (size_t i = 0; i < v->n; i++)
        pw_mem_strfree(v->at[i]);
    pw_vec_clear(v);
}
