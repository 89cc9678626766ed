#include "cli/c_program.h"

#include "cli/defines.h"
#include "engine/input.h"

bool pw_c_program_is(const struct pw_app *app)
{
    const struct pw_input_kind *kind = pw_input_kind(pw_input_of(app->files[0]));
    return kind && kind->in_c;
}

bool pw_c_program_open(struct pw_c_program *c, const struct pw_app *app,
                       const struct pw_source *src, struct pw_diags *diags)
{
    *c = (struct pw_c_program){.version.integers = (enum pw_cintegers)app->opt.integers};
    pw_defines_lines(app, &c->lines);
    struct pw_coptions o = {.integers = c->version.integers,
                            .long_bits = app->opt.data_model ? 32 : 64,
                            .properties = (const char *const *)c->lines.at,
                            .nproperties = c->lines.n};
    if (pw_cfile_open(&c->file, src, &o, diags)) return true;
    pw_lines_clear(&c->lines);
    return false;
}

struct pw_program *pw_c_program_translate(struct pw_c_program *c, const struct pw_dr_part *part,
                                          struct pw_diags *diags)
{
    struct pw_cversion wanted = c->version;
    pw_cversion_clear(&wanted);
    c->version = (struct pw_cversion){.integers = wanted.integers,
                                      .stop_overflow = wanted.stop_overflow,
                                      .any_unset = wanted.any_unset,
                                      .exact_main = wanted.exact_main};
    return pw_cfile_program_part(&c->file, &c->version, part, diags);
}

void pw_c_program_notes(const struct pw_c_program *c, struct pw_app *app)
{
    for (size_t i = 0; i < c->version.notes.n; i++)
        pw_app_note(app, "%s", c->version.notes.at[i]);
}

void pw_c_program_close(struct pw_c_program *c)
{
    pw_cversion_clear(&c->version);
    pw_cfile_close(&c->file);
    pw_lines_clear(&c->lines);
}

struct pw_program *pw_c_program_read(struct pw_app *app, const struct pw_source *src,
                                     struct pw_diags *diags)
{
    struct pw_c_program c;
    if (!pw_c_program_open(&c, app, src, diags)) return NULL;
    struct pw_program *p = pw_c_program_translate(&c, NULL, diags);
    pw_c_program_notes(&c, app);
    pw_c_program_close(&c);
    return p;
}
