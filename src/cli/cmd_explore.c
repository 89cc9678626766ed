/* pwqo explore: explicit-state search with exactly N threads. */
#include <string.h>

#include "base/mem.h"
#include "cli/app.h"
#include "cli/c_program.h"
#include "cli/defines.h"
#include "cli/explore_template.h"
#include "cli/show.h"
#include "cli/takes.h"
#include "front/dr/dr.h"
#include "report/concrete_print.h"

static void search(void *arg)
{
    pw_concrete_run(arg);
}

/* One search, and whether its program has more runs than the C file that it comes from. */
struct exploration {
    struct pw_app *app;
    struct pw_concrete x;
    size_t threads;
    bool approximate;
    bool stopped;         /* by a limit: */
    struct pw_strbuf why; /* which */
};

static int print_result(struct exploration *e)
{
    struct pw_app *app = e->app;
    struct pw_strbuf out = {0};
    struct pw_concrete_report r = {.file = strcmp(app->files[0], "-") ? app->files[0] : "<stdin>",
                                   .stopped = e->stopped ? pw_strbuf_text(&e->why) : NULL,
                                   .approximate = e->approximate};
    if (app->opt.json)
        pw_concrete_print_json(&e->x, &r, &out);
    else
        pw_concrete_print_text(&e->x, &r, &out);
    int exit = pw_show_out(app, &out);
    pw_strbuf_clear(&out);
    if (exit) return exit;
    if (pw_concrete_violated(&e->x)) return e->approximate ? PW_EXIT_UNKNOWN : PW_EXIT_UNSAFE;
    return e->x.complete ? PW_EXIT_OK : PW_EXIT_UNKNOWN;
}

/* PW_EXIT_OK: there is a result, to be ended. */
static int run_search(struct exploration *e, const struct pw_program *p)
{
    const struct pw_options *o = &e->app->opt;
    struct pw_concrete_options opt = {.threads = e->threads,
                                      .depth = (uint64_t)o->depth,
                                      .states = (uint64_t)o->states,
                                      .lo = -2,
                                      .hi = 2};
    const char *why;
    if (o->values.given) opt.lo = o->values.low, opt.hi = o->values.high;
    if (!pw_concrete_init(&e->x, p, &opt, &why))
        return pw_app_usage(e->app, "-n %zu: %s", e->threads, why);
    enum pw_stop stop = pw_guard_run(search, &e->x);
    e->stopped = stop != PW_STOP_NONE;
    if (e->stopped) pw_app_disarm(e->app), pw_app_reason(e->app, stop, &e->why);
    return PW_EXIT_OK;
}

static void end_search(struct exploration *e)
{
    if (e->stopped)
        pw_concrete_clear_results(&e->x);
    else
        pw_concrete_clear(&e->x);
    pw_strbuf_clear(&e->why);
}

static int explore(struct pw_app *app, const struct pw_program *p)
{
    struct exploration e = {.app = app, .threads = (size_t)app->opt.number};
    int exit = run_search(&e, p);
    if (exit) return exit;
    exit = print_result(&e);
    end_search(&e);
    return exit;
}

/* --- C files --- */

/* Does a run to a violation ask for another translation? */
static bool wants_other(struct exploration *e, struct pw_cversion *v)
{
    bool other = false;
    for (size_t k = 0; k < pw_concrete_properties(e->x.p) && !other && !e->stopped; k++) {
        if (!e->x.found[k].reached) continue;
        struct pw_run *run = pw_concrete_run_to(&e->x, k);
        const char *text = "";
        if (run->steps.n) {
            struct pw_schedule_step last = pw_vec_last(&run->steps);
            text =
                e->x.p->templates[run->start->threads[last.thread].template].edges[last.edge].text;
        }
        other = pw_cversion_other(v, text);
        if (pw_cversion_overflows(text))
            pw_app_note(e->app, "a signed integer can overflow; runs end where one does");
        pw_run_free(run);
    }
    return other;
}

/* One translation; *again: another one is wanted. With a main of its own there is a thread more. */
static int explore_version(struct pw_app *app, struct pw_c_program *c,
                           const struct pw_dr_part *part, bool *again)
{
    struct pw_diags diags = {0};
    struct pw_program *p = pw_c_program_translate(c, part, &diags);
    int exit = pw_app_diags(app, &diags);
    *again = false;
    if (p && !exit) {
        struct exploration e = {.app = app,
                                .threads = (size_t)app->opt.number + c->version.exact_main};
        exit = run_search(&e, p);
        if (!exit) {
            *again = wants_other(&e, &c->version);
            e.approximate = c->version.approximate || c->version.passed.n ||
                            c->version.main_dropped || e.stopped;
            if (!*again) pw_c_program_notes(c, app);
            if (!*again) exit = print_result(&e);
            end_search(&e);
        }
    }
    pw_program_free(p);
    pw_diags_clear(&diags);
    return exit;
}

static int explore_c(struct pw_app *app, const struct pw_source *src)
{
    struct pw_diags diags = {0};
    struct pw_c_program c;
    struct pw_dr_part part = {.abstract = app->opt.of == PW_EXPLORE_ABSTRACT};
    bool open = pw_c_program_open(&c, app, src, &diags), again = open;
    int exit = pw_app_diags(app, &diags);
    while (again && !exit)
        exit = explore_version(app, &c, &part, &again);
    if (open) pw_c_program_close(&c);
    pw_diags_clear(&diags);
    return exit;
}

static int explore_program(struct pw_app *app, const struct pw_source *src)
{
    struct pw_diags diags = {0};
    pw_defines d = {0};
    int exit = pw_defines_split(app, &d);
    if (!exit) {
        struct pw_dr_part part = {.abstract = app->opt.of == PW_EXPLORE_ABSTRACT};
        struct pw_program *p = pw_dr_parse_part(src, d.at, d.n, &part, &diags);
        exit = pw_app_diags(app, &diags);
        if (p && part.abstract && !pw_dr_has_parts(p)) {
            pw_app_say(app, "%s has no abstract thread", app->files[0]);
            exit = PW_EXIT_DATA;
        } else if (p) {
            exit = explore(app, p);
        }
        pw_program_free(p);
    }
    pw_diags_clear(&diags);
    pw_defines_clear(&d);
    return exit;
}

int pw_cmd_explore(struct pw_app *app)
{
    struct pw_source src;
    if (app->opt.number < 1) return pw_app_usage(app, "how many threads? -n N");
    if (pw_takes(app, app->files[0], PW_TAKES_PROGRAMS | PW_TAKES_TEMPLATES)) return PW_EXIT_DATA;
    if (pw_defines_fit(app, app->files[0])) return PW_EXIT_DATA;
    if (pw_explore_template_wanted(app)) return pw_cmd_explore_template(app);
    int exit = pw_app_read(app, app->files[0], &src);
    if (exit) return exit;
    exit = pw_c_program_is(app) ? explore_c(app, &src) : explore_program(app, &src);
    pw_source_clear(&src);
    return exit;
}
