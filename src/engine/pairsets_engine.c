/* The engine `pairsets`: the least set of pairs of threads of a finite program whose threads look
 * at each other (finite/pairset.h), for two threads or more; one thread is a question of its own.
 * What the pairs do not exclude is looked for with 1, 2, 3, ... threads, each number for itself:
 * with an `every` a run of n threads says nothing about n + 1. */
#include <inttypes.h>

#include "base/mem.h"
#include "base/plural.h"
#include "cert/cert_pairsets.h"
#include "engine/engine.h"
#include "engine/explicit.h"
#include "finite/pairset.h"
#include "report/pairsets_words.h"
#include "run/concrete.h"

#define X(field, help) PW_STAT_ROW(struct pw_pairset_stats, COUNT, field, help)
static const struct pw_stat rows[] = {PW_PAIRSET_STATS(X)};
#undef X

/* Searches for a run before the fixpoint, and after it: threads, and states of each number. */
enum { MOST_TRIES = 3000000 };
enum { FEW_THREADS = 3, FEW_STATES = 300, MANY_THREADS = 7, MANY_STATES = 60000 };

static const char *declines(const struct pw_problem *problem)
{
    const char *why = pw_pairset_declines(problem->program);
    if (why) return why;
    return pw_program_uses(problem->program)
               ? NULL
               : "its threads do not look at each other: other engines know more";
}

/* It is quick where it proves something, and its answers are about few states elsewhere. */
static bool eager(const struct pw_problem *problem)
{
    return !declines(problem);
}

static size_t counted(const struct pw_program *p, bool *open)
{
    size_t n = 0;
    *open = false;
    for (size_t t = 0; t < p->ntemplates; t++) {
        if (p->templates[t].count == PW_ANY)
            *open = true;
        else
            n += (size_t)p->templates[t].count;
    }
    return n;
}

/* A run with at most `more` threads besides the counted ones, replayed. */
static bool find_run(struct pw_job *j, const struct pw_program *p, size_t more, uint64_t states)
{
    bool open;
    size_t n = counted(p, &open) + more;
    if (!open) n -= more;
    struct pw_execution *e = n ? pw_explicit_run(p, n, states, MOST_TRIES) : NULL;
    return e && pw_job_replayed(j, e);
}

/* One thread alone, if the program can have that: all of its states. False: a run goes wrong. */
static bool alone_is_safe(struct pw_job *j, const struct pw_program *p, bool *labels)
{
    struct pw_concrete_options o = {.threads = 1, .stop_early = true};
    struct pw_concrete x;
    const char *why;
    if (!pw_concrete_init(&x, p, &o, &why)) return true;
    pw_concrete_run(&x);
    bool safe = !pw_concrete_violated(&x) && x.complete;
    if (!safe) pw_job_replayed(j, pw_explicit_violation(&x));
    for (uint32_t i = 0; i < p->nlabels; i++)
        labels[i] = pw_concrete_label(&x, i);
    pw_concrete_clear(&x);
    return safe;
}

/* Vacuity: what is never reached makes the property hold for that reason alone. */
static void warn(struct pw_job *j, const struct pw_pairset *x, bool *reached)
{
    const struct pw_program *p = x->p;
    for (size_t i = 0; i < p->nunsafe; i++)
        for (size_t k = 0; k < p->unsafe[i].ncounts; k++) {
            uint32_t label = p->unsafe[i].counts[k].label;
            if (reached[label] || pw_pairset_label(x, label)) continue;
            reached[label] = true; /* said once */
            pw_job_warn(j,
                        "no thread ever reaches '%s', so the property holds for that reason alone",
                        p->labels[label].name);
        }
}

static void certify(struct pw_job *j, struct pw_pairset *x)
{
    struct pw_cert_about about = {.inputs = &j->src,
                                  .ninputs = 1,
                                  .defines = j->options->defines,
                                  .ndefines = j->options->ndefines};
    if (!pw_cert_write_pairsets(&j->result->certificate, &about, x))
        pw_job_warn(j, "a proof with this kind of init has no certificate");
}

static void prove(struct pw_job *j, struct pw_pairset *x, bool *reached)
{
    pw_job_proved(j, PW_OVER,
                  "all pairs of threads that can be together, for two threads or more, which every "
                  "step keeps whatever the other threads are; one thread alone was searched "
                  "separately; sequentially consistent memory");
    struct pw_strbuf *proof = &j->result->proof;
    pw_plural_print(proof, x->stats->pairs, "pair");
    pw_strbuf_puts(proof, " of ");
    pw_plural_print(proof, x->stats->locals, "local state");
    pw_strbuf_puts(proof, " with ");
    pw_plural_print(proof, x->stats->shared, "shared state");
    if (j->options->explain) {
        warn(j, x, reached);
        pw_pairsets_words(x, j->options->all_words, &j->result->words);
    }
    if (j->options->certificate) certify(j, x);
}

/* The pairs allow a violation: is there a run? */
static void doubt(struct pw_job *j, const struct pw_program *p, int64_t bad)
{
    j->evidence.coverable = PW_YES;
    pw_job_say(j, "pairs do not exclude it; search for a run");
    if (find_run(j, p, MANY_THREADS, MANY_STATES)) return;
    const char *text = (size_t)bad < p->nunsafe    ? p->unsafe[bad].text
                       : (size_t)bad == p->nunsafe ? "an assertion fails"
                                                   : "an invariant that does not hold";
    pw_job_hint(j, "pairs of threads that can be together do not exclude: %s", text);
    pw_job_hint(j, "no run to it was found with few threads; it may need more of them, or the "
                   "proof must look at three threads at once");
}

static void decide(struct pw_job *j, const struct pw_program *p, bool *reached)
{
    struct pw_pairset_stats *stats = (void *)j->result->figures;
    struct pw_pairset x;
    if (!alone_is_safe(j, p, reached)) return;
    if (find_run(j, p, FEW_THREADS, FEW_STATES)) return;
    pw_pairset_init(&x, p, stats);
    int64_t bad = pw_pairset_bad(&x);
    if (bad == PW_NONE) prove(j, &x, reached);
    pw_pairset_clear(&x);
    if (bad != PW_NONE) doubt(j, p, bad);
}

static void run(struct pw_job *j, const struct pw_problem *problem)
{
    const struct pw_program *p = problem->program;
    bool *reached = PW_NEWS(bool, p->nlabels);
    pw_job_stage(j, &j->result->stats.seconds.cover, "pairs of threads");
    decide(j, p, reached);
    pw_job_stage(j, NULL, NULL);
    PW_FREES(reached, p->nlabels);
}

const struct pw_engine pw_engine_pairsets = {
    .name = "pairsets",
    .what = "pairs of threads that can be together, for finite programs whose threads look at each "
            "other",
    .takes = PW_ABOUT_PROGRAM,
    .precision = PW_OVER,
    .uses = PW_USES_EVERY | PW_USES_SOME | PW_USES_OTHERS | PW_USES_ORDER | PW_USES_PAIRS,
    .share = 128, /* what it decides at all it decides soon */
    .certificate = "pairsets",
    .declines = declines,
    .eager = eager,
    .run = run,
    .stats = {rows, sizeof rows / sizeof *rows},
};
