/* ways SECONDS FILE.dr... -- the ways to compute an abstraction side by side in one run: processor
 * seconds of the solver alone, of elimination alone, of the plain computation with the bound's
 * threads, and of the default, which takes turns; and the default's ratio to the best of the
 * others. Each is the least of several runs, which take a tenth of a second together, but at least
 * three. A way that takes more than SECONDS is shown as "-". Ends with 1 if some ratio is over 1.5
 * (differences under a millisecond do not count) or two templates differ. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "abst/abstract.h"
#include "base/limits.h"
#include "base/mem.h"
#include "front/dr/dr.h"
#include "prog/checked.h"

enum { TURNS, SOLVER, ELIMINATION, PLAIN, WAYS };
enum { LEAST_RUNS = 3 };
static const double TOGETHER = 0.1, MOST = 1.5, IGNORED = 0.001;

struct task {
    const struct pw_program *p;
    const struct pw_source *src;
    struct pw_abst_options options;
    struct pw_abstraction *result;
};

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void body(void *arg)
{
    struct task *t = arg;
    struct pw_diags diags = {0};
    t->result = pw_abstract_template(t->p, t->src, &t->options, NULL, &diags);
    pw_diags_clear(&diags);
}

static struct task task_of(const struct pw_program *p, const struct pw_source *src, int way,
                           int64_t bound)
{
    static const enum pw_abst_way ways[WAYS] = {PW_ABST_TURNS, PW_ABST_SOLVER, PW_ABST_ELIMINATION,
                                                PW_ABST_SOLVER};
    struct task t = {p, src, {.way = ways[way]}, NULL};
    if (way == PLAIN) t.options.threads = bound;
    return t;
}

/* Processor seconds; -1: not finished. *same is cleared if the template is not that of `like`. */
static double measure(struct task *t, double seconds, const struct task *like, bool *same)
{
    double best = -1, spent = 0;
    for (int i = 0; i < LEAST_RUNS || spent < TOGETHER; i++) {
        if (i) pw_abstract_free(t->result);
        double before = now();
        if (pw_guard_run_for(seconds, body, t) != PW_STOP_NONE || !t->result) return -1;
        double took = now() - before;
        spent += took;
        if (best < 0 || took < best) best = took;
    }
    if (!like) return best;
    if (!pw_dual_equal(like->result->template, t->result->template)) *same = false;
    pw_abstract_free(t->result);
    return best;
}

static bool good_enough(const double *took, double best)
{
    return took[TURNS] >= 0 &&
           (best < 0 || took[TURNS] <= MOST * best || took[TURNS] - best < IGNORED);
}

/* The ways of one program; took[TURNS] is known, and `first` its result. Returns the least time of
 * the others. */
static double race_others(const struct pw_program *p, const struct pw_source *src, double seconds,
                          const struct task *first, double *took, bool *same)
{
    double best = -1;
    for (int w = TURNS + 1; w < WAYS; w++) {
        struct task t = task_of(p, src, w, first->result->template->bound);
        took[w] = measure(&t, seconds, first, same);
        if (took[w] >= 0 && (best < 0 || took[w] < best)) best = took[w];
    }
    return best;
}

static struct pw_program *read_program(const char *path, struct pw_source *src)
{
    struct pw_diags diags = {0};
    const char *why = NULL;
    if (pw_source_read(src, path, &why) != PW_SOURCE_OK)
        exit((fprintf(stderr, "ways: %s: %s\n", path, why), 2));
    struct pw_program *p = pw_program_into_checked(pw_dr_parse(src, NULL, 0, &diags));
    if (!p) exit((fprintf(stderr, "ways: %s is no program\n", path), 2));
    pw_diags_clear(&diags);
    return p;
}

static bool race_file(const char *path, double seconds)
{
    struct pw_source src;
    struct pw_program *p = read_program(path, &src);
    double took[WAYS] = {-1, -1, -1, -1}, best = -1;
    struct task first = task_of(p, &src, TURNS, 0);
    bool same = true;
    took[TURNS] = measure(&first, seconds, NULL, NULL);
    if (took[TURNS] >= 0) best = race_others(p, &src, seconds, &first, took, &same);
    bool good = same && good_enough(took, best);
    printf("%s", path);
    for (int w = 0; w < WAYS; w++)
        took[w] < 0 ? printf("\t-") : printf("\t%.4f", took[w]);
    printf("\t%.2f\t%s\n", best > 0 ? took[TURNS] / best : 0.0,
           good   ? "ok"
           : same ? "MISS"
                  : "DIFFERENT");
    pw_abstract_free(first.result);
    pw_program_free(p);
    pw_source_clear(&src);
    return good;
}

int main(int argc, char **argv)
{
    bool good = true;
    if (argc < 3) exit((fputs("usage: ways SECONDS FILE.dr...\n", stderr), 2));
    printf("file\tturns\tsolver\telimination\tplain\tratio\n");
    pw_limits_start(0);
    for (int i = 2; i < argc; i++)
        good &= race_file(argv[i], atof(argv[1]));
    return !good;
}
