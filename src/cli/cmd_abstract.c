/* pwqo abstract: prints the dual-reference template of a program, or its closure, or the
 * obligations that it over-approximates the program. */
#include "abst/abstract.h"
#include "abst/obligations.h"
#include "cli/app.h"
#include "cli/bound.h"
#include "cli/c_program.h"
#include "cli/defines.h"
#include "cli/show.h"
#include "cli/takes.h"
#include "engine/verify.h"
#include "front/dr/dr.h"
#include "front/drt/drt.h"
#include "prog/checked.h"
#include "report/dual_show.h"

#define ROW(kind, field, help) PW_STAT_ROW(struct pw_abst_stats, kind, field, help)
static const struct pw_stat rows[] = {PW_ABST_STATS(ROW)};
#undef ROW

enum format { TEXT, JSON, DOT, DRT, SMT2 }; /* ORDER of the choices of --format */

/* One run of the command. */
struct run {
    struct pw_app *app;
    enum format format;
    struct pw_source src;
    struct pw_diags diags;
    struct pw_program *program;
    struct pw_abstraction *abstraction;
    struct pw_dual *template; /* that of the abstraction, or (.drt) read and owned */
    struct pw_strbuf out;
};

static bool is_template_file(const struct run *r)
{
    return pw_input_is(r->app->files[0], PW_ABOUT_TEMPLATE);
}

static int parse(struct run *r)
{
    pw_defines defines = {0};
    int exit = pw_defines_split(r->app, &defines);
    if (!exit && pw_c_program_is(r->app))
        r->program = pw_c_program_read(r->app, &r->src, &r->diags);
    else if (!exit)
        r->program = pw_dr_parse(&r->src, defines.at, defines.n, &r->diags);
    r->program = pw_program_into_checked(r->program);
    pw_defines_clear(&defines);
    return exit;
}

/* The closure to show, or NULL. */
static struct pw_closure *closure_of(struct run *r, struct pw_dual *t)
{
    if (!r->app->opt.stage) return NULL;
    return pw_closure_new(t, (enum pw_closure_mode)r->app->opt.closure);
}

static void print(struct run *r)
{
    struct pw_dual *t = r->template;
    if (r->format == SMT2) {
        pw_obligations_print(r->program, &r->src, t, &r->out, &r->diags);
        return;
    }
    struct pw_closure *c = closure_of(r, t);
    if (r->format == JSON)
        pw_dual_show_json(t, c, &r->out);
    else if (r->format == DOT)
        pw_dual_show_dot(t, c, &r->out);
    else if (r->format == DRT)
        pw_drt_print(t, c, &r->out);
    else
        pw_dual_show_text(t, c, &r->out);
    pw_closure_free(c);
}

static int print_own(struct run *r, struct pw_abst_stats *stats)
{
    struct pw_abst_options o = {.threads = r->app->opt.threads};
    r->abstraction = pw_abstract_template(r->program, &r->src, &o, stats, &r->diags);
    if (!r->abstraction) return PW_EXIT_OK;
    r->template = r->abstraction->template;
    print(r);
    return PW_EXIT_OK;
}

/* A .drt file is its own template. */
static void print_read(struct run *r)
{
    r->template = pw_drt_parse(&r->src, &r->diags);
    if (r->template) print(r);
}

static int run(struct run *r, struct pw_abst_stats *stats)
{
    int exit = PW_EXIT_OK;
    if (r->app->opt.template)
        exit = pw_bound_print(r->app, &r->src, &r->out);
    else if (is_template_file(r))
        print_read(r);
    else
        exit = parse(r);
    if (exit) return exit;
    if (r->program) exit = print_own(r, stats);
    int said = pw_app_diags(r->app, &r->diags);
    if (!exit) exit = said;
    if (exit) return exit;
    return r->format != TEXT ? pw_app_out(r->app, &r->out) : pw_show_out(r->app, &r->out);
}

static int check_options(const struct run *r)
{
    const struct pw_options *o = &r->app->opt;
    if (o->threads == 1)
        return pw_app_usage(r->app,
                            "--threads wants at least 2 threads: an active and a passive one");
    if (o->template && r->format != SMT2)
        return pw_app_usage(r->app, "--template goes with --format=smt2");
    if (o->stage && r->format == SMT2)
        return pw_app_usage(r->app, "--format=smt2 is about the template, not about the closure");
    if (o->init && !o->template)
        return pw_app_usage(r->app, "--init goes with --template=CERT, for .tts files");
    if (o->target && !o->template)
        return pw_app_usage(r->app,
                            "--target goes with --template=CERT, for .pnml and .lola files");
    if (is_template_file(r) && r->format == SMT2 && !o->template)
        return pw_app_usage(
            r->app, "--format=smt2 compares a template with its program: give the .dr file");
    if (is_template_file(r) && o->threads)
        return pw_app_usage(r->app, "--threads is for programs: a .drt file is a template already");
    if (o->threads && r->format == SMT2)
        return pw_app_usage(r->app,
                            "--format=smt2 is about the template for the bound, not for --threads");
    return PW_EXIT_OK;
}

int pw_cmd_abstract(struct pw_app *app)
{
    struct pw_abst_stats *stats =
        pw_app_stats(app, (struct pw_stat_table){rows, sizeof rows / sizeof *rows}, sizeof *stats);
    struct run r = {.app = app, .format = app->opt.json ? JSON : (enum format)app->opt.format};
    /* certificates are of every kind of files */
    unsigned takes = PW_TAKES_PROGRAMS | PW_TAKES_TEMPLATES;
    if (app->opt.template) takes = PW_TAKES_ALL;
    int exit = check_options(&r);
    if (!exit) exit = pw_takes(app, app->files[0], takes);
    if (!exit) exit = pw_defines_fit(app, app->files[0]);
    if (!exit) exit = pw_app_read(app, app->files[0], &r.src);
    if (exit) return exit;
    exit = run(&r, stats);
    pw_strbuf_clear(&r.out);
    if (!r.abstraction) pw_dual_free(r.template);
    pw_abstract_free(r.abstraction);
    if (r.program) pw_program_free(r.program);
    pw_diags_clear(&r.diags);
    pw_source_clear(&r.src);
    return exit;
}
