/* The engine `pairs`: pair invariants, counting invariants and counted facts, found without
 * annotation. */
#include "base/plural.h"
#include "cert/certificate.h"
#include "engine/engine.h"
#include "engine/pairs_vacuity.h"
#include "engine/suggest.h"
#include "prog/checked.h"
#include "report/pairs_words.h"

#define X(field, help) PW_STAT_ROW(struct pw_pairs_stats, COUNT, field, help)
static const struct pw_stat rows[] = {PW_PAIRS_STATS(X)};
#undef X

/* Unbounded integers and no predicate about them: nothing to abstract by. */
static bool eager(const struct pw_problem *problem)
{
    const struct pw_program *p = problem->program;
    if (problem->about != PW_ABOUT_PROGRAM || p->preds.n) return false;
    return pw_program_has_ints(p);
}

/* Of finite programs whose threads look at each other the engine pairsets computes the same set of
 * pairs, sooner. */
static const char *declines(const struct pw_problem *problem)
{
    const struct pw_program *p = problem->program;
    const char *use = pw_program_untaken(p, 0);
    if (use && !pw_program_has_ints(p)) return use;
    return use && p->ninvariants ? "it states invariants, and its threads look at each other"
                                 : NULL;
}

static void prove(struct pw_job *j, const struct pw_invariant *v, const struct pw_pairs_stats *s)
{
    struct pw_strbuf *proof = &j->result->proof;
    const char *looks =
        "facts of any two threads that every step keeps, whatever the other threads "
        "are; one thread alone is a case of its own; mathematical integers; "
        "sequentially consistent memory";
    const char *plain =
        "facts of any two threads that every step of two and of three threads keeps; "
        "mathematical integers; sequentially consistent memory";
    pw_job_proved(j, PW_OVER, "%s", pw_program_uses(v->p) ? looks : plain);
    pw_plural_print(proof, v->keys.n, "pair");
    pw_strbuf_puts(proof, " of views, ");
    pw_plural_print(proof, s->facts, "fact");
    if (!v->counts.n) return;
    pw_strbuf_puts(proof, ", ");
    pw_plural_print(proof, v->counts.n, "counting invariant");
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
    else if (pw_program_uses(p))
        pw_job_hint(j, "no predicate is suggested: threads of this program look at each other");
    else
        pw_suggest_find(j, p, v);
}

/* Which threads could not be shown never to be together. */
static void hint_open(struct pw_job *j, const struct pw_pairs_result *r)
{
    struct pw_lost lost = {0};
    if (r->open != PW_PAIRS_BAD || !r->views.p || !r->bad.n) return;
    if (!j->result->raced) pw_pairs_lost(r->views.p, &lost);
    pw_pairs_words_open(r, &lost, &j->result->hints);
    pw_lost_clear(&lost);
}

/* p: its properties are counts and assertions. */
static void run_on(struct pw_job *j, const struct pw_program *p)
{
    struct pw_pairs_stats *stats = (void *)j->result->figures;
    struct pw_pairs_result r = {0};
    bool needed = j->options->explain || j->options->certificate || j->options->suggest;
    pw_pairs_prove(p, needed, stats, &r);
    j->result->stats.solver_checks = stats->checks;
    if (r.invariant) prove(j, r.invariant, stats);
    if (!r.invariant && j->options->explain) hint_open(j, &r);
    if (r.invariant && j->options->certificate) certify(j, r.invariant);
    if (r.invariant && j->options->explain) {
        pw_pairs_words(r.invariant, j->options->all_words, &j->result->words);
        pw_pairs_vacuity(j, r.invariant);
    }
    if (r.invariant && j->options->suggest) suggest(j, p, r.invariant);
    pw_pairs_result_clear(&r);
}

static void run(struct pw_job *j, const struct pw_problem *problem)
{
    struct pw_program *checked = pw_program_checked(problem->program);
    pw_job_stage(j, &j->result->stats.seconds.cover, "pair invariants");
    run_on(j, checked ? checked : problem->program);
    pw_job_stage(j, NULL, NULL);
    pw_program_free(checked);
}

const struct pw_engine pw_engine_pairs = {
    .name = "pairs",
    .what = "facts of any two threads, and integers that count threads, found by pwqo",
    .takes = PW_ABOUT_PROGRAM,
    .precision = PW_OVER,
    .uses = PW_USES_EVERY | PW_USES_SOME | PW_USES_OTHERS | PW_USES_ORDER | PW_USES_PAIRS,
    .share = 4,
    .declines = declines,
    .eager = eager,
    .scout = &pw_engine_cover, /* where there is a short run its own turn is all wasted */
    .certificate = "pairs",
    .run = run,
    .stats = {rows, sizeof rows / sizeof *rows},
};
