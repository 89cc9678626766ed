/* The engine `explicit`: all states of a program whose variables are finite and whose templates are
 * all counted, forward, states up to permutation of threads. It decides every such program whose
 * states fit. */
#include <inttypes.h>

#include "base/mem.h"
#include "base/plural.h"
#include "engine/engine.h"
#include "engine/explicit.h"
#include "run/concrete.h"

enum { MOST_THREADS = 64 }; /* of a program that is worth trying */
enum {
    LEAST = -1,
    GREATEST = 2
}; /* for integers that are chosen freely: then it only finds runs */

static bool finite_vars(const struct pw_var *vars, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!pw_type_finite(vars[i].type)) return false;
    return true;
}

static bool finite_choices(const struct pw_thread_template *t)
{
    for (size_t i = 0; i < t->nedges; i++)
        for (size_t k = 0; k < t->edges[i].nchoices; k++)
            if (!pw_type_finite(t->edges[i].choices[k].type)) return false;
    return true;
}

static const char *declines(const struct pw_problem *problem)
{
    const struct pw_program *p = problem->program;
    bool finite = finite_vars(p->shared, p->nshared);
    uint64_t threads = 0;
    for (size_t t = 0; t < p->ntemplates; t++) {
        const struct pw_thread_template *x = &p->templates[t];
        if (x->count == PW_ANY) return "the number of threads is open";
        threads += x->count < MOST_THREADS ? (uint64_t)x->count : MOST_THREADS + 1;
        finite = finite && finite_vars(x->locals, x->nlocals) && finite_choices(x);
    }
    if (!finite) return "it has variables of type int";
    return threads < 1 || threads > MOST_THREADS ? "it has no threads, or too many" : NULL;
}

static size_t threads_of(const struct pw_program *p)
{
    size_t n = 0;
    for (size_t t = 0; t < p->ntemplates; t++)
        n += (size_t)p->templates[t].count;
    return n;
}

/* Vacuity: what is never reached makes the property hold for that reason alone. */
static void warn(struct pw_job *j, const struct pw_concrete *x)
{
    const struct pw_program *p = x->p;
    bool *said = PW_NEWS(bool, p->nlabels);
    if (!x->initial)
        pw_job_warn(j, "the initial condition has no solution: there is no execution at all");
    for (size_t i = 0; x->initial && i < p->nunsafe; i++)
        for (size_t k = 0; k < p->unsafe[i].ncounts; k++) {
            uint32_t label = p->unsafe[i].counts[k].label;
            if (said[label] || pw_concrete_label(x, label)) continue;
            said[label] = true;
            pw_job_warn(j,
                        "no thread ever reaches '%s', so the property holds for that reason alone",
                        p->labels[label].name);
        }
    PW_FREES(said, p->nlabels);
}

static void conclude(struct pw_job *j, struct pw_concrete *x)
{
    if (pw_concrete_violated(x)) {
        pw_job_replayed(j, pw_explicit_violation(x));
    } else if (x->complete) {
        pw_job_proved(
            j, PW_EXACT,
            "all states of the program with its %zu thread%s; sequentially consistent memory",
            x->opt.threads, x->opt.threads == 1 ? "" : "s");
        pw_plural_print(&j->result->proof, x->states, "state");
        pw_strbuf_puts(&j->result->proof, ", searched completely");
        if (j->options->explain) warn(j, x);
    } else if (x->values_bounded) {
        pw_job_hint(j, "of integers that can have any value only those from %d to %d were tried",
                    LEAST, GREATEST);
    } else {
        pw_job_hint(j, "there are more states than can be numbered");
    }
}

static void run_search(struct pw_job *j, const struct pw_problem *problem, bool reduced)
{
    const struct pw_program *p = problem->program;
    struct pw_concrete_options o = {.threads = threads_of(p),
                                    .lo = LEAST,
                                    .hi = GREATEST,
                                    .stop_early = true,
                                    /* vacuity is about labels */
                                    .reduced = reduced && !j->options->explain};
    struct pw_concrete x;
    const char *why;
    pw_job_stage(j, &j->result->stats.seconds.cover, "explicit search");
    if (pw_concrete_init(&x, p, &o, &why)) {
        pw_concrete_run(&x);
        j->result->stats.forward_nodes = x.states;
        conclude(j, &x);
        pw_concrete_clear(&x);
    }
    pw_job_stage(j, NULL, NULL);
}

static void run(struct pw_job *j, const struct pw_problem *problem)
{
    run_search(j, problem, false);
}

void pw_explicit_decide(struct pw_job *j, const struct pw_problem *problem, bool reduced)
{
    j->result->engine = &pw_engine_explicit;
    j->evidence = (struct pw_evidence){
        .coverable = PW_UNDECIDED, .on_template = PW_UNDECIDED, .precision = PW_EXACT};
    run_search(j, problem, reduced);
    pw_job_stage(j, NULL, NULL);
}

const struct pw_engine pw_engine_explicit = {
    .name = "explicit",
    .what = "every state of a finite program with fixed numbers of threads, one by one",
    .takes = PW_ABOUT_PROGRAM,
    .precision = PW_EXACT,
    .uses = PW_USES_EVERY | PW_USES_SOME | PW_USES_OTHERS | PW_USES_ORDER | PW_USES_PAIRS,
    .share = 1,
    .declines = declines,
    .run = run,
};
