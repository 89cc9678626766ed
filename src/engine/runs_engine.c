/* The engine `runs`: runs of few threads with all values symbolic, to a bad state. It refutes, it
 * never proves: more threads and more work each, until its work is used up. */
#include <assert.h>

#include "base/mem.h"
#include "engine/engine.h"
#include "engine/roam.h"

enum {
    FIRST_WORK = 1000, /* of one search */
    ROUNDS = 6,        /* each with twice the work, and one thread more */
    FIRST_OPEN = 2,    /* threads of templates without a number, in the first round at most */
    MOST_THREADS = 16, /* in all */
    MOST_SPLITS = 40   /* ways to share threads among templates, per number of threads */
};

#define X(field, help) PW_STAT_ROW(struct pw_roam_stats, COUNT, field, help)
static const struct pw_stat rows[] = {PW_ROAM_STATS(X)};
#undef X

struct run_search {
    const struct pw_program *p;
    struct pw_roam_stats *stats;
    pw_uints open;  /* templates without a number */
    pw_uints share; /* of these: threads of each */
    size_t counted; /* threads of the others */
    bool complete;  /* all searches of this round were */
    struct pw_execution *found;
};

static const char *declines(const struct pw_problem *problem)
{
    return pw_roam_has_ints(problem->program) ? NULL : "it has no variables of type int";
}

static void open_search(struct run_search *h)
{
    for (uint32_t t = 0; t < h->p->ntemplates; t++) {
        int64_t count = h->p->templates[t].count;
        if (count == PW_ANY) {
            pw_vec_push(&h->open, t);
            pw_vec_push(&h->share, 0);
        } else {
            h->counted += count <= MOST_THREADS ? (size_t)count : MOST_THREADS + 1;
        }
    }
}

/* The next way to share the same number of threads; false: that was the last. */
static bool next_share(struct run_search *h)
{
    size_t n = h->share.n;
    if (n < 2) return false;
    unsigned last = h->share.at[n - 1];
    h->share.at[n - 1] = 0;
    for (size_t i = n - 1; i-- > 0;) {
        if (!h->share.at[i]) continue;
        assert(i < h->share.n);
        h->share.at[i]--;
        h->share.at[i + 1] = last + 1;
        return true;
    }
    return false;
}

static void search(struct run_search *h, uint64_t work)
{
    PW_VEC(uint32_t) templates = {0};
    bool complete = true;
    for (uint32_t t = 0, k = 0; t < h->p->ntemplates; t++) {
        int64_t count = h->p->templates[t].count;
        if (count == PW_ANY) count = h->share.at[k++];
        for (int64_t i = 0; i < count; i++)
            pw_vec_push(&templates, t);
    }
    assert(templates.n <= MOST_THREADS);
    if (templates.n)
        h->found = pw_roam_run(h->p, templates.at, templates.n, work, h->stats, &complete);
    if (!complete) h->complete = false;
    pw_vec_clear(&templates);
}

static void search_all_shares(struct run_search *h, unsigned open, uint64_t work)
{
    for (size_t i = 0; i < h->share.n; i++)
        h->share.at[i] = i ? 0 : open;
    for (int k = 0; k < MOST_SPLITS && !h->found; k++) {
        search(h, work);
        if (!next_share(h)) break;
    }
}

/* True: it is over. */
static bool run_round(struct run_search *h, unsigned round)
{
    unsigned most = h->open.n ? FIRST_OPEN + round : 0;
    h->complete = true;
    for (unsigned k = 0; k <= most && h->counted + k <= MOST_THREADS && !h->found; k++)
        search_all_shares(h, k, (uint64_t)FIRST_WORK << round);
    return h->found || (h->complete && !h->open.n);
}

struct pw_execution *pw_roam_find(const struct pw_program *p, struct pw_roam_stats *stats)
{
    struct run_search h = {.p = p, .stats = stats};
    open_search(&h);
    for (unsigned round = 0; round < ROUNDS; round++)
        if (run_round(&h, round)) break;
    pw_vec_clear(&h.open);
    pw_vec_clear(&h.share);
    return h.found;
}

static void run(struct pw_job *j, const struct pw_problem *problem)
{
    struct pw_roam_stats *stats = (void *)j->result->figures;
    pw_job_stage(j, &j->result->stats.seconds.replay, "symbolic search");
    if (!pw_job_replayed(j, pw_roam_find(problem->program, stats)))
        pw_job_hint(j, "no run to a bad state was found with up to %u threads",
                    (unsigned)stats->threads);
    j->result->stats.solver_checks = stats->checks;
    pw_job_stage(j, NULL, NULL);
}

const struct pw_engine pw_engine_runs = {
    .name = "runs",
    .what = "runs of a few threads, for all values at once",
    .takes = PW_ABOUT_PROGRAM,
    .precision = PW_UNDER,
    .refutes_only = true,
    .uses = PW_USES_EVERY | PW_USES_SOME | PW_USES_OTHERS | PW_USES_ORDER | PW_USES_PAIRS,
    .share = 1,
    .declines = declines,
    .run = run,
    .stats = {rows, sizeof rows / sizeof *rows},
};
