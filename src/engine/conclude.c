#include "engine/conclude.h"

#include <inttypes.h>

#include "base/mem.h"
#include "cert/certificate.h"
#include "engine/vacuity.h"
#include "report/dual_show.h"
#include "report/left.h"
#include "report/words.h"

enum { MOST_WORDS = 8 };

void pw_conclude_predicates(const struct pw_dual *t, struct pw_job *j)
{
    j->result->stats.predicates = t->preds.n;
    for (size_t i = 0; i < t->preds.n; i++) {
        const struct pw_tpred *p = &t->preds.at[i];
        pw_lines_add(&j->result->predicates, "%s = %s (%s)", p->name, p->text,
                     pw_tpred_class_name(p->cls));
        j->result->stats.inter_thread += p->cls == PW_TPRED_INTER;
    }
}

void pw_conclude_proof(struct pw_job *j)
{
    const struct pw_verify_stats *s = &j->result->stats;
    pw_strbuf_printf(&j->result->proof,
                     "%" PRIu64 " minimal element%s over %" PRIu64 " local and %" PRIu64
                     " shared state%s",
                     s->basis, s->basis == 1 ? "" : "s", s->local_states, s->global_states,
                     s->global_states == 1 ? "" : "s");
}

struct extra {
    struct pw_closed *c;
    struct pw_job job; /* a copy that collects into `result` below */
    struct pw_verify_result result;
};

/* Makes no new node in the diagrams of the template: a stop in here must leave them whole. */
static void explain(void *arg)
{
    struct extra *x = arg;
    pw_vacuity_warn(x->c, &x->job);
    size_t most = pw_words_most(x->job.options->all_words, MOST_WORDS), left;
    pw_words_invariant(&x->c->encoding.states, &x->c->found, most, &left, &x->result.words);
    pw_words_left(&x->result.words, left, "line");
    pw_words_counts(&x->c->encoding.states, &x->c->found, most, &x->result.words);
}

static void move_lines(pw_lines *from, pw_lines *to)
{
    for (size_t i = 0; i < from->n; i++)
        pw_vec_push(to, from->at[i]);
    pw_vec_clear(from);
}

static struct pw_cert_traps list_traps(const struct pw_encoding *e)
{
    struct pw_cert_traps traps = {.n = pw_closure_traps(e->c)};
    traps.at = PW_NEWS(struct pw_cert_trap, traps.n);
    for (size_t i = 0; i < traps.n; i++)
        for (size_t k = 0; k < e->occupied.n; k++)
            if (pw_encoding_in_trap(e, i, e->occupied.at[k].from, e->occupied.at[k].to))
                pw_vec_push(&traps.at[i].pairs, e->occupied.at[k]);
    return traps;
}

static void certify(struct pw_closed *c, struct pw_job *j)
{
    struct pw_cert_about about = {.inputs = &j->src,
                                  .ninputs = 1,
                                  .defines = j->options->defines,
                                  .ndefines = j->options->ndefines};
    struct pw_cert_traps traps = list_traps(&c->encoding);
    pw_cert_write_template(&j->result->certificate, &about, c->t, c->closure->mode,
                           &c->encoding.states, c->encoding.occupied.at, c->encoding.occupied.n,
                           traps, &c->found);
    for (size_t i = 0; i < traps.n; i++)
        pw_vec_clear(&traps.at[i].pairs);
    PW_FREES(traps.at, traps.n);
}

/* Basis and template beside a run: if a limit stops them they are left out, the run stays. */
static void beside_run(void *arg)
{
    struct extra *x = arg;
    if (x->job.options->basis) pw_closed_basis(x->c, &x->result.basis_text);
    if (x->job.options->template_text)
        pw_dual_show_text(x->c->t, x->c->closure, &x->result.template_text);
}

static void write_texts(struct pw_closed *c, struct pw_job *j)
{
    struct extra x = {.c = c, .job = *j};
    if (!pw_job_extra(beside_run, &x)) return;
    j->result->basis_text = x.result.basis_text;
    j->result->template_text = x.result.template_text;
}

void pw_conclude(struct pw_closed *c, struct pw_job *j)
{
    bool proved = c->found.proof == PW_PROOF_BASIS && c->found.verdict == PW_UNCOVERED;
    if (j->options->certificate && proved) certify(c, j);
    if (proved && j->options->basis) pw_closed_basis(c, &j->result->basis_text);
    struct extra x = {.c = c, .job = *j};
    x.job.result = &x.result;
    if (!proved)
        write_texts(c, j);
    else if (j->options->template_text)
        pw_dual_show_text(c->t, c->closure, &j->result->template_text);
    if (j->evidence.coverable != PW_NO || !j->options->explain || !pw_job_extra(explain, &x))
        return;
    move_lines(&x.result.warnings, &j->result->warnings);
    move_lines(&x.result.words, &j->result->words);
}
