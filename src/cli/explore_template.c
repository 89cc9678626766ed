#include "cli/explore_template.h"

#include <string.h>

#include "abst/abstract.h"
#include "cli/c_program.h"
#include "cli/defines.h"
#include "cli/show.h"
#include "engine/verify.h"
#include "front/dr/dr.h"
#include "front/drt/drt.h"
#include "prog/checked.h"
#include "report/execution_print.h"
#include "report/instance_print.h"
#include "report/runs.h"

struct job {
    struct pw_app *app;
    struct pw_source src;
    struct pw_diags diags;
    struct pw_program *program;
    struct pw_abstraction *abstraction; /* of a .dr */
    struct pw_dual *template;           /* the one to explore */
    struct pw_strbuf out;
};

static bool is_template_file(const char *path)
{
    return pw_input_is(path, PW_ABOUT_TEMPLATE);
}

bool pw_explore_template_wanted(const struct pw_app *app)
{
    return app->opt.of == PW_EXPLORE_TEMPLATE || app->opt.of == PW_EXPLORE_CLOSURE ||
           is_template_file(app->files[0]);
}

static int read_program(struct job *j)
{
    pw_defines defines = {0};
    struct pw_abst_options o = {0};
    int exit = pw_defines_split(j->app, &defines);
    if (!exit && pw_c_program_is(j->app))
        j->program = pw_c_program_read(j->app, &j->src, &j->diags);
    else if (!exit)
        j->program = pw_dr_parse(&j->src, defines.at, defines.n, &j->diags);
    j->program = pw_program_into_checked(j->program);
    if (j->program) j->abstraction = pw_abstract_template(j->program, &j->src, &o, NULL, &j->diags);
    if (j->abstraction) j->template = j->abstraction->template;
    pw_defines_clear(&defines);
    return exit;
}

/* Idle threads are none of the N threads that the user counts; a thread that is alone gets one for
 * company. */
static void set_counts(const struct job *j, struct pw_instance_options *o, int64_t *counts)
{
    size_t n = j->template->templates.n;
    for (size_t i = 0; i < n; i++)
        counts[i] = j->template->templates.at[i].count;
    if (!j->abstraction || !pw_abst_is_idle(j->abstraction, (uint32_t)n - 1)) return;
    counts[n - 1] = o->threads < 2;
    if (o->threads < 2) o->threads = 2;
}

/* Its run in the layout of all runs. */
static void print(const struct pw_closure *c, const struct pw_instance_result *r, const char *file,
                  struct pw_strbuf *out)
{
    pw_instance_print(c, r, file, out);
    if (!r->run.locals.n) return;
    struct pw_execution *e = pw_runs_named(&r->run);
    pw_strbuf_puts(out, "a shortest run to a violation:\n");
    pw_execution_print_text(e, out);
    pw_execution_free(e);
}

static int explore(struct job *j)
{
    const struct pw_options *opt = &j->app->opt;
    struct pw_dual *t = j->template;
    struct pw_instance_options o = {.threads = (unsigned)opt->number,
                                    .most_states = (uint64_t)opt->states,
                                    .depth = (uint64_t)opt->depth};
    int64_t *counts = PW_NEWS(int64_t, t->templates.n);
    set_counts(j, &o, counts);
    o.counts = counts;
    if (o.threads < 2) {
        PW_FREES(counts, t->templates.n);
        return pw_app_usage(j->app,
                            "a template runs with at least 2 threads: an active and a passive one");
    }
    enum pw_closure_mode mode =
        opt->of != PW_EXPLORE_CLOSURE ? PW_CLOSURE_NONE : (enum pw_closure_mode)opt->closure;
    struct pw_closure *c = pw_closure_new(t, mode);
    struct pw_instance_result r;
    pw_instance_explore(c, &o, &r);
    const char *file = strcmp(j->app->files[0], "-") ? j->app->files[0] : "<stdin>";
    if (opt->json)
        pw_instance_json(c, &r, file, &j->out);
    else
        print(c, &r, file, &j->out);
    int exit = pw_show_out(j->app, &j->out);
    if (!exit) exit = r.any_bad ? PW_EXIT_UNSAFE : r.complete ? PW_EXIT_OK : PW_EXIT_UNKNOWN;
    pw_instance_clear(&r);
    pw_closure_free(c);
    PW_FREES(counts, t->templates.n);
    return exit;
}

static int run(struct job *j)
{
    int exit = PW_EXIT_OK;
    if (is_template_file(j->app->files[0]))
        j->template = pw_drt_parse(&j->src, &j->diags);
    else
        exit = read_program(j);
    if (exit) return exit;
    exit = pw_app_diags(j->app, &j->diags);
    return exit ? exit : explore(j);
}

int pw_cmd_explore_template(struct pw_app *app)
{
    struct job j = {.app = app};
    int exit = pw_app_read(app, app->files[0], &j.src);
    if (exit) return exit;
    exit = run(&j);
    pw_strbuf_clear(&j.out);
    if (j.abstraction)
        pw_abstract_free(j.abstraction);
    else
        pw_dual_free(j.template);
    if (j.program) pw_program_free(j.program);
    pw_diags_clear(&j.diags);
    pw_source_clear(&j.src);
    return exit;
}
