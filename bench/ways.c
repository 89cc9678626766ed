/* ways REPEAT SECONDS FILE.dr... -- the ways to compute an abstraction side by side in one run:
 * processor seconds (least of REPEAT runs) of the solver alone, of elimination alone, of the plain
 * computation with the bound's threads, and of the default, which takes turns; and the default's
 * ratio to the best of the others. A way that takes more than SECONDS is shown as "-". Ends with 1
 * if some ratio is over 1.5 (differences under 20 ms do not count) or two templates differ. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "abst/abstract.h"
#include "base/limits.h"
#include "base/mem.h"
#include "front/dr/dr.h"

enum { TURNS, SOLVER, ELIMINATION, PLAIN, WAYS };

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

static struct task task_of(const struct pw_program *p, const struct pw_source *src, int way)
{
    static const enum pw_abst_way ways[WAYS] = {PW_ABST_TURNS, PW_ABST_SOLVER, PW_ABST_ELIMINATION,
                                                PW_ABST_SOLVER};
    struct task t = {p, src, {.way = ways[way]}, NULL};
    if (way == PLAIN) t.options.threads = pw_abst_bound(p->preds);
    return t;
}

/* Processor seconds; -1: not finished. *same is cleared if the template is not that of `like`. */
static double measure(struct task *t, int repeat, double seconds, const struct task *like,
                      bool *same)
{
    double best = -1;
    for (int i = 0; i < repeat; i++) {
        double before = now();
        if (pw_guard_run_for(seconds, body, t) != PW_STOP_NONE || !t->result) return -1;
        double took = now() - before;
        if (best < 0 || took < best) best = took;
        if (like && !pw_dual_equal(like->result->template, t->result->template)) *same = false;
        if (like || i + 1 < repeat) pw_abstract_free(t->result);
    }
    return best;
}

static bool race_file(const char *path, int repeat, double seconds)
{
    struct pw_source src;
    struct pw_diags diags = {0};
    const char *why = NULL;
    if (pw_source_read(&src, path, &why) != PW_SOURCE_OK)
        exit((fprintf(stderr, "ways: %s: %s\n", path, why), 2));
    struct pw_program *p = pw_dr_parse(&src, NULL, 0, &diags);
    if (!p) exit((fprintf(stderr, "ways: %s is no program\n", path), 2));
    double took[WAYS] = {-1, -1, -1, -1}, best = -1;
    struct task first = task_of(p, &src, TURNS);
    bool same = true;
    for (int w = 0; w < WAYS; w++) {
        struct task t = task_of(p, &src, w);
        took[w] = measure(w ? &t : &first, repeat, seconds, w ? &first : NULL, &same);
        if (w == TURNS && took[w] < 0) break;
        if (w && took[w] >= 0 && (best < 0 || took[w] < best)) best = took[w];
    }
    bool good = same && took[TURNS] >= 0 &&
                (best < 0 || took[TURNS] <= 1.5 * best || took[TURNS] - best < 0.02);
    printf("%s", path);
    for (int w = 0; w < WAYS; w++)
        took[w] < 0 ? printf("\t-") : printf("\t%.4f", took[w]);
    printf("\t%.2f\t%s\n", best > 0 ? took[TURNS] / best : 0.0,
           good   ? "ok"
           : same ? "MISS"
                  : "DIFFERENT");
    pw_abstract_free(first.result);
    pw_program_free(p);
    pw_diags_clear(&diags);
    pw_source_clear(&src);
    return good;
}

int main(int argc, char **argv)
{
    bool good = true;
    if (argc < 4) exit((fputs("usage: ways REPEAT SECONDS FILE.dr...\n", stderr), 2));
    printf("file\tturns\tsolver\telimination\tplain\tratio\n");
    pw_limits_start(0);
    for (int i = 3; i < argc; i++)
        good &= race_file(argv[i], atoi(argv[1]), atof(argv[2]));
    return !good;
}
