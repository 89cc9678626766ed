/* The engine `bdd`: exact reachability of finite programs with fixed numbers of threads, by
 * decision diagrams (finite/reach.h). */
#include "engine/engine.h"
#include "finite/reach.h"

#define PW_REACH_STATS(STAT)                                                                       \
    STAT(COUNT, bits, "bits of a state")                                                           \
    STAT(COUNT, parts, "parts of the relation: a thread and one of its edges")                     \
    STAT(COUNT, sweeps, "sweeps over the parts")                                                   \
    STAT(COUNT, nodes, "nodes of diagrams made")

#define ROW(...) PW_STAT_ROW(struct pw_reach_stats, __VA_ARGS__)
static const struct pw_stat rows[] = {PW_REACH_STATS(ROW)};
#undef ROW

static uint64_t *counts_of(const struct pw_program *p)
{
    uint64_t *counts = PW_NEWS(uint64_t, p->ntemplates);
    for (size_t t = 0; t < p->ntemplates; t++)
        counts[t] = (uint64_t)p->templates[t].count;
    return counts;
}

static const char *declines(const struct pw_problem *problem)
{
    const struct pw_program *p = problem->program;
    struct pw_strbuf why = {0};
    bool finite = pw_space_finite(p, &why);
    pw_strbuf_clear(&why);
    if (!finite) return "it has variables of type int";
    for (size_t t = 0; t < p->ntemplates; t++)
        if (p->templates[t].count == PW_ANY) return "a thread of it has any number of instances";
    uint64_t *counts = counts_of(p);
    bool fits = pw_reach_fits(p, counts);
    PW_FREES(counts, p->ntemplates);
    return fits ? NULL : "its states have too many bits";
}

static void proved(struct pw_job *j, const struct pw_reach_result *r)
{
    struct pw_strbuf *proof = &j->result->proof;
    pw_job_proved(j, PW_EXACT,
                  "all reachable states for the numbers of threads given; "
                  "sequentially consistent memory");
    pw_int_print(&r->states, proof);
    pw_strbuf_puts(proof, " states");
}

static void run(struct pw_job *j, const struct pw_problem *problem)
{
    const struct pw_program *p = problem->program;
    struct pw_reach_stats *stats = (void *)j->result->figures;
    struct pw_reach_result r;
    uint64_t *counts = counts_of(p);
    struct pw_space *s = pw_space_new(p);
    pw_job_stage(j, &j->result->stats.seconds.cover, "reachability by decision diagrams");
    pw_reach_decide(s, counts, stats, &r);
    pw_job_stage(j, NULL, NULL);
    if (r.violated)
        pw_job_replay(j, pw_finite_run_values(&r.run, s));
    else
        proved(j, &r);
    pw_reach_result_clear(&r);
    pw_space_free(s);
    PW_FREES(counts, p->ntemplates);
}

const struct pw_engine pw_engine_bdd = {
    .name = "bdd",
    .what = "every reachable state of a finite program, kept in decision diagrams",
    .takes = PW_ABOUT_PROGRAM,
    .precision = PW_EXACT,
    .share = 1,
    .declines = declines,
    .run = run,
    .stats = {rows, sizeof rows / sizeof *rows},
};
