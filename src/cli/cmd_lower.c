/* pwqo lower: the program as the engines see it. */
#include "cli/app.h"
#include "cli/c_program.h"
#include "cli/defines.h"
#include "cli/takes.h"
#include "front/dr/dr.h"

static int print(struct pw_app *app, const struct pw_program *p)
{
    struct pw_strbuf out = {0};
    if (app->opt.json)
        pw_program_json(p, &out);
    else
        pw_program_list(p, &out);
    int exit = pw_app_out(app, &out);
    pw_strbuf_clear(&out);
    return exit;
}

/* Notes say where the program has more runs than the C text. */
static struct pw_program *read_program(struct pw_app *app, const struct pw_source *src,
                                       const pw_defines *d, struct pw_diags *diags)
{
    if (pw_c_program_is(app)) return pw_c_program_read(app, src, diags);
    return pw_dr_parse(src, d->at, d->n, diags);
}

static int lower(struct pw_app *app, const struct pw_source *src, const pw_defines *d)
{
    struct pw_diags diags = {0};
    struct pw_program *p = read_program(app, src, d, &diags);
    int exit = pw_app_diags(app, &diags);
    if (p) exit = print(app, p);
    pw_program_free(p);
    pw_diags_clear(&diags);
    return exit;
}

int pw_cmd_lower(struct pw_app *app)
{
    struct pw_source src;
    pw_defines d = {0};
    int exit = pw_defines_split(app, &d);
    if (!exit) exit = pw_takes(app, app->files[0], PW_TAKES_PROGRAMS);
    if (!exit) exit = pw_app_read(app, app->files[0], &src);
    if (!exit) {
        exit = lower(app, &src, &d);
        pw_source_clear(&src);
    }
    pw_defines_clear(&d);
    return exit;
}
