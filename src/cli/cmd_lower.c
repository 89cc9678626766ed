/* pwqo lower: the program as the engines see it. */
#include "cli/app.h"
#include "cli/defines.h"
#include "engine/input.h"
#include "front/c/cfront.h"
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
static struct pw_program *read_c(struct pw_app *app, const struct pw_source *src,
                                 struct pw_diags *diags)
{
    struct pw_cfile f;
    struct pw_coptions o = {.integers = (enum pw_cintegers)app->opt.integers,
                            .long_bits = app->opt.data_model ? 32 : 64};
    struct pw_cversion v = {.integers = o.integers};
    if (!pw_cfile_open(&f, src, &o, diags)) return NULL;
    struct pw_program *p = pw_cfile_program(&f, &v, diags);
    for (size_t i = 0; i < v.notes.n; i++)
        pw_app_note(app, "%s", v.notes.at[i]);
    pw_cversion_clear(&v);
    pw_cfile_close(&f);
    return p;
}

static struct pw_program *read_program(struct pw_app *app, const struct pw_source *src,
                                       const pw_defines *d, struct pw_diags *diags)
{
    const struct pw_input_kind *kind = pw_input_kind(pw_input_of(app->files[0]));
    if (kind && kind->in_c) return read_c(app, src, diags);
    return pw_dr_parse(src, d->at, d->n, diags);
}

/* A template or a net has nothing to lower. */
static int refuse_others(struct pw_app *app)
{
    const char *file = app->files[0];
    enum pw_input input = pw_input_of(file);
    if (input == PW_INPUT_OTHER || pw_input_is(file, PW_ABOUT_PROGRAM)) return PW_EXIT_OK;
    pw_app_say(app, "%s: this is no program, but a %s file", file, pw_input_kind(input)->ending);
    return PW_EXIT_DATA;
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
    if (!exit) exit = refuse_others(app);
    if (!exit) exit = pw_app_read(app, app->files[0], &src);
    if (!exit) {
        exit = lower(app, &src, &d);
        pw_source_clear(&src);
    }
    pw_defines_clear(&d);
    return exit;
}
