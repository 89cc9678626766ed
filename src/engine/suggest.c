#include "engine/suggest.h"

#include <string.h>

#include "base/limits.h"
#include "base/mem.h"
#include "engine/decide.h"
#include "engine/suggest_text.h"
#include "front/dr/dr.h"
#include "pairs/pairs.h"

static const double SECONDS = 10; /* for one trial, and for all that find nothing */

struct suggest_ctx {
    struct pw_job *j;
    struct pw_suggest_text text;
    bool counted; /* trials may rest on counting invariants, as the engine does */
    bool safe;    /* of the last trial */
    double spent; /* on trials that proved nothing */
};

/* ---- trials ---- */

/* The program with the lines that are kept; NULL: it is none. */
static struct pw_program *read_pasted(struct suggest_ctx *x)
{
    struct pw_strbuf text = {0};
    struct pw_source src;
    struct pw_diags diags = {0};
    const struct pw_verify_options *o = x->j->options;
    pw_suggest_text_paste(&x->text, &text);
    pw_source_from_text(&src, x->j->src->name, pw_strbuf_text(&text), text.n);
    struct pw_program *p = pw_dr_parse(&src, o->defines, o->ndefines, &diags);
    pw_diags_clear(&diags);
    pw_source_clear(&src);
    pw_strbuf_clear(&text);
    return p;
}

static void decide(void *arg)
{
    struct suggest_ctx *x = arg;
    struct pw_program *p = read_pasted(x);
    x->safe = p && !x->text.invariants && pw_decide_aside(x->j, p, p->preds, NULL);
    if (p && !x->safe && (x->counted || x->text.invariants)) {
        struct pw_axioms axioms = {0};
        pw_axioms_find(&axioms, p);
        x->safe = pw_axioms_n(&axioms) && axioms.stated.n == p->ninvariants &&
                  pw_decide_aside(x->j, p, p->preds, &axioms);
        pw_axioms_clear(&axioms);
    }
    pw_program_free(p);
}

static bool is_proved(struct suggest_ctx *x)
{
    double start = pw_limits_elapsed();
    x->safe = false;
    bool proved = pw_guard_run_for(SECONDS, decide, x) == PW_STOP_NONE && x->safe;
    if (!proved) x->spent += pw_limits_elapsed() - start;
    return proved;
}

/* Of the lines that are stated only those are kept that are inductive together. They come after the
 * invariants of the source. */
static void keep_inductive(struct suggest_ctx *x)
{
    struct pw_axioms axioms = {0};
    size_t stated = 0, n = 0;
    struct pw_program *p = read_pasted(x);
    if (!p) return;
    pw_axioms_find(&axioms, p);
    for (size_t i = 0; i < x->text.lines.n; i++)
        stated += x->text.lines.at[i].kept && x->text.lines.at[i].stated;
    n = p->ninvariants - stated;
    for (size_t i = 0; i < x->text.lines.n; i++) {
        struct pw_candidate_line *l = &x->text.lines.at[i];
        if (!l->kept || !l->stated) continue;
        l->kept = l->readable = false;
        for (size_t k = 0; k < axioms.stated.n && !l->kept; k++)
            l->kept = l->readable = axioms.stated.at[k] == &p->invariants[n];
        n++;
    }
    pw_axioms_clear(&axioms);
    pw_program_free(p);
}

/* Can each line be read, after those before it? */
static void find_readable(struct suggest_ctx *x)
{
    for (size_t i = 0; i < x->text.lines.n; i++)
        x->text.lines.at[i].kept = false;
    for (size_t i = 0; i < x->text.lines.n; i++) {
        struct pw_candidate_line *l = &x->text.lines.at[i];
        l->kept = true;
        struct pw_program *p = read_pasted(x);
        l->readable = l->kept = p != NULL;
        pw_program_free(p);
    }
}

static void keep_lines(struct suggest_ctx *x, bool tested, bool weak)
{
    for (size_t i = 0; i < x->text.lines.n; i++) {
        struct pw_candidate_line *l = &x->text.lines.at[i];
        l->kept = l->readable && (tested || !l->tested) && (weak || !l->weak);
    }
}

/* More predicates may lose a proof, for the closure sends more threads to the sink: without facts
 * that a guard tests, with weak ones, with all; each time also without one inter-thread one; while
 * there is time. */
static bool find_proof(struct suggest_ctx *x)
{
    for (int round = 0; round < 3 && x->spent < SECONDS; round++) {
        keep_lines(x, round == 2, round >= 1);
        if (is_proved(x)) return true;
        for (size_t i = x->text.lines.n; i-- > 0 && x->spent < SECONDS;) {
            struct pw_candidate_line *l = &x->text.lines.at[i];
            if (!l->kept || !l->inter) continue;
            l->kept = false;
            if (is_proved(x)) return true;
            l->kept = true;
        }
    }
    return false;
}

/* One by one, what the proof does without; later lines first, for these range over more threads. */
static void drop_unneeded(struct suggest_ctx *x, bool inter)
{
    for (size_t i = x->text.lines.n; i-- > 0;) {
        struct pw_candidate_line *l = &x->text.lines.at[i];
        if (!l->kept || l->inter != inter) continue;
        l->kept = false;
        l->kept = !is_proved(x);
    }
}

/* ---- the outcome ---- */

static void keep_text(struct suggest_ctx *x, pw_lines *lines, pw_lines *labels)
{
    struct pw_strbuf b = {0};
    for (size_t i = 0; i < x->text.lines.n; i++) {
        if (!x->text.lines.at[i].kept) continue;
        pw_strbuf_reset(&b);
        pw_suggest_text_line(&x->text, i, &b);
        pw_lines_add(lines, "%s", pw_strbuf_text(&b));
    }
    for (size_t i, next = 0; (i = pw_suggest_text_next(&x->text, next)) < x->text.labels.n;) {
        const struct pw_suggested_label *l = &x->text.labels.at[i];
        next = l->offset + 1;
        struct pw_place at = pw_source_place(x->j->src, l->offset);
        pw_lines_add(labels, "%u:%u: %s:", at.line, at.column, l->name);
    }
    pw_strbuf_clear(&b);
}

struct outcome {
    struct suggest_ctx *x;
    struct pw_invariant *v;
    const struct pw_program *p;
    pw_lines lines, labels;
    bool proved;
};

/* What one proof offers, as few lines as suffice. */
static void suggest_from(struct outcome *o, struct pw_invariant *v, bool invariants)
{
    struct suggest_ctx *x = o->x;
    x->text = (struct pw_suggest_text){.invariants = invariants};
    pw_suggest_text_make(&x->text, o->p, v, x->j->src);
    find_readable(x);
    if (invariants) {
        keep_inductive(x);
        o->proved = is_proved(x);
    } else
        o->proved = find_proof(x);
    if (o->proved) {
        drop_unneeded(x, true);
        drop_unneeded(x, false);
        keep_text(x, &o->lines, &o->labels);
    }
    pw_suggest_text_clear(&x->text);
}

/* The proof at hand may count threads, which predicates cannot: then another one without that, then
 * predicates that rest on counting invariants. */
static void find_counted(struct outcome *o)
{
    struct pw_pairs_stats stats = {0};
    struct pw_pairs_result r = {0};
    if (pw_pairs_prove_uncounted(o->p, &stats, &r)) suggest_from(o, r.invariant, false);
    pw_pairs_result_clear(&r);
    o->x->counted = true;
    if (!o->proved && o->x->spent < SECONDS) suggest_from(o, o->v, false);
}

/* At last what was found is stated as invariants, which are axioms (abst/axioms.h): facts of
 * several templates would need a predicate for every two of them. */
static void find(void *arg)
{
    struct outcome *o = arg;
    suggest_from(o, o->v, false);
    if (!o->proved && o->v->counts.n && o->x->spent < SECONDS) find_counted(o);
    if (!o->proved) suggest_from(o, o->v, true);
}

void pw_suggest_find(struct pw_job *j, const struct pw_program *p, struct pw_invariant *v)
{
    struct suggest_ctx x = {.j = j};
    struct outcome o = {.x = &x, .v = v, .p = p};
    bool ended = pw_job_extra(find, &o);
    if (ended && o.proved) {
        j->result->suggested = o.lines;
        j->result->labels = o.labels;
        if (!o.lines.n) pw_job_hint(j, "no predicate is suggested: the engine cover needs none");
    } else if (!ended)
        pw_job_hint(j, "no predicate is suggested: a limit stopped the search for them");
    else
        pw_job_hint(j, "no predicate is suggested: with those that this proof offers the engine "
                       "cover does not prove the program");
}
