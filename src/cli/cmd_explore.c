/* pwqo explore: explicit-state search with exactly N threads. */
#include <string.h>

#include "base/mem.h"
#include "cli/app.h"
#include "cli/defines.h"
#include "cli/explore_template.h"
#include "cli/show.h"
#include "front/dr/dr.h"
#include "report/concrete_print.h"

static void search(void *arg)
{
    pw_concrete_run(arg);
}

static int print_result(struct pw_app *app, struct pw_concrete *x, const char *stopped)
{
    struct pw_strbuf out = {0};
    struct pw_concrete_report r = {strcmp(app->files[0], "-") ? app->files[0] : "<stdin>", stopped};
    if (app->opt.json)
        pw_concrete_print_json(x, &r, &out);
    else
        pw_concrete_print_text(x, &r, &out);
    int exit = pw_show_out(app, &out);
    pw_strbuf_clear(&out);
    if (exit) return exit;
    return pw_concrete_violated(x) ? PW_EXIT_UNSAFE : x->complete ? PW_EXIT_OK : PW_EXIT_UNKNOWN;
}

static int explore(struct pw_app *app, const struct pw_program *p)
{
    struct pw_concrete x;
    const struct pw_options *o = &app->opt;
    struct pw_concrete_options opt = {.threads = (size_t)o->number,
                                      .depth = (uint64_t)o->depth,
                                      .states = (uint64_t)o->states,
                                      .lo = -2,
                                      .hi = 2};
    const char *why;
    if (o->values.given) opt.lo = o->values.low, opt.hi = o->values.high;
    if (!pw_concrete_init(&x, p, &opt, &why))
        return pw_app_usage(app, "-n %lld: %s", (long long)o->number, why);
    enum pw_stop stop = pw_guard_run(search, &x);
    if (stop == PW_STOP_NONE) {
        int exit = print_result(app, &x, NULL);
        pw_concrete_clear(&x);
        return exit;
    }
    struct pw_strbuf reason = {0};
    pw_app_disarm(app);
    pw_app_reason(app, stop, &reason);
    int exit = print_result(app, &x, pw_strbuf_text(&reason));
    pw_strbuf_clear(&reason);
    pw_concrete_clear_results(&x);
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
    if (pw_defines_fit(app, app->files[0])) return PW_EXIT_DATA;
    if (pw_explore_template_wanted(app)) return pw_cmd_explore_template(app);
    int exit = pw_app_read(app, app->files[0], &src);
    if (exit) return exit;
    exit = explore_program(app, &src);
    pw_source_clear(&src);
    return exit;
}
