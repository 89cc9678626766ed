/* pwqo solve: the exact linear integer solver on an SMT-LIB script. */
#include <string.h>
#include <time.h>

#include "cli/app.h"
#include "logic/smt.h"

/* Output waits in a buffer outside the guard, so that a stop loses no answer. */
struct job {
    struct pw_app *app;
    struct pw_source src;
    struct pw_solver_stats *stats;
    int exit;
    double flushed;
    size_t n;
    char waiting[8192];
};

/* Seconds, by the cheapest clock: it is read after every answer. */
static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC_COARSE, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void flush(struct job *j)
{
    struct pw_strbuf b = {.at = j->waiting, .n = j->n};
    j->waiting[j->n] = '\0';
    j->n = 0;
    j->flushed = now();
    if (!j->exit && b.n > 0) j->exit = pw_app_out(j->app, &b);
}

static void print_answer(void *arg, const char *text, size_t n)
{
    struct job *j = arg;
    while (n > 0) {
        size_t room = sizeof j->waiting - 1 - j->n, part = n < room ? n : room;
        memcpy(j->waiting + j->n, text, part);
        j->n += part;
        text += part;
        n -= part;
        if (j->n == sizeof j->waiting - 1) flush(j);
    }
    if (now() - j->flushed > 0.05) flush(j);
}

static void run(void *arg)
{
    struct job *j = arg;
    struct pw_diags diags = {0};
    pw_smt_run(&j->src, &diags, print_answer, j, j->stats);
    flush(j);
    j->exit = pw_exit_worse(pw_app_diags(j->app, &diags), j->exit);
    pw_diags_clear(&diags);
}

int pw_cmd_solve(struct pw_app *app)
{
    struct job j = {.app = app};
    int exit = pw_app_read(app, app->files[0], &j.src);
    if (exit) return exit;
    j.stats = pw_app_stats(app, pw_solver_stat_table, sizeof *j.stats);
    enum pw_stop stop = pw_guard_run(run, &j);
    if (stop != PW_STOP_NONE) {
        flush(&j);
        pw_guard_throw(stop);
    }
    pw_source_clear(&j.src);
    return j.exit;
}
