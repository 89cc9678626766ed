/* The engine `pairs`: pair invariants, counting invariants and counted facts, found without
 * annotation. */
#include "cert/certificate.h"
#include "engine/engine.h"
#include "engine/pairs_words.h"
#include "engine/suggest.h"
#include "pairs/pairs.h"

#define X(field, help) PW_STAT_ROW(struct pw_pairs_stats, COUNT, field, help)
static const struct pw_stat rows[] = {PW_PAIRS_STATS(X)};
#undef X

static bool has_ints(const struct pw_var *vars, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (vars[i].type.kind == PW_INT) return true;
    return false;
}

/* Unbounded integers and no predicate about them: nothing to abstract by. */
static bool eager(const struct pw_problem *problem)
{
    const struct pw_program *p = problem->program;
    if (problem->about != PW_ABOUT_PROGRAM || p->preds.n) return false;
    bool ints = has_ints(p->shared, p->nshared);
    for (size_t t = 0; t < p->ntemplates; t++)
        ints |= has_ints(p->templates[t].locals, p->templates[t].nlocals);
    return ints;
}

static void prove(struct pw_job *j, const struct pw_invariant *v, const struct pw_pairs_stats *s)
{
    struct pw_strbuf *proof = &j->result->proof;
    pw_job_proved(j, PW_OVER,
                  "facts of any two threads that every step of two and of three threads keeps; "
                  "mathematical integers; sequentially consistent memory");
    pw_strbuf_printf(proof, "%zu pairs of views, %llu facts", v->keys.n,
                     (unsigned long long)s->facts);
    if (v->counts.n)
        pw_strbuf_printf(proof, ", %zu counting invariant%s", v->counts.n,
                         v->counts.n == 1 ? "" : "s");
}

static void certify(struct pw_job *j, struct pw_invariant *v)
{
    struct pw_cert_about about = {.inputs = &j->src,
                                  .ninputs = 1,
                                  .defines = j->options->defines,
                                  .ndefines = j->options->ndefines};
    pw_cert_write_pairs(&j->result->certificate, &about, v);
}

static void suggest(struct pw_job *j, const struct pw_program *p, struct pw_invariant *v)
{
    if (j->result->input != PW_INPUT_DR)
        pw_job_hint(j, "no predicate is suggested: lines of .dr cannot be pasted into this file");
    else
        pw_suggest_find(j, p, v);
}

static void run(struct pw_job *j, const struct pw_problem *problem)
{
    struct pw_pairs_stats *stats = (void *)j->result->figures;
    struct pw_pairs_result r = {0};
    pw_job_stage(j, &j->result->stats.seconds.cover, "pair invariants");
    bool needed = j->options->explain || j->options->certificate || j->options->suggest;
    pw_pairs_prove(problem->program, needed, stats, &r);
    j->result->stats.solver_checks = stats->checks;
    if (r.invariant) prove(j, r.invariant, stats);
    if (!r.invariant && j->options->explain) pw_pairs_hint(j, &r);
    if (r.invariant && j->options->certificate) certify(j, r.invariant);
    if (r.invariant && j->options->explain) {
        pw_pairs_words(j, r.invariant);
        pw_pairs_vacuity(j, r.invariant);
    }
    if (r.invariant && j->options->suggest) suggest(j, problem->program, r.invariant);
    pw_job_stage(j, NULL, NULL);
    pw_pairs_result_clear(&r);
}

const struct pw_engine pw_engine_pairs = {
    .name = "pairs",
    .what = "facts of any two threads, and integers that count threads, found by pwqo",
    .takes = PW_ABOUT_PROGRAM,
    .precision = PW_OVER,
    .share = 4,
    .eager = eager,
    .certificate = "pairs",
    .run = run,
    .stats = {rows, sizeof rows / sizeof *rows},
};
