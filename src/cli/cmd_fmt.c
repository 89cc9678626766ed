/* pwqo fmt: a program in canonical layout. */
#include "cli/app.h"
#include "cli/takes.h"
#include "engine/input.h"
#include "front/c/cfront.h"
#include "front/dr/format.h"
#include "modular/read.h"

/* A C file is not laid out: its translation is printed. */
static int print_translation(struct pw_app *app, const struct pw_source *src)
{
    struct pw_diags diags = {0};
    struct pw_strbuf out = {0};
    struct pw_cfile f;
    struct pw_coptions o = {.integers = (enum pw_cintegers)app->opt.integers,
                            .long_bits = app->opt.data_model ? 32 : 64};
    struct pw_cversion v = {.integers = o.integers};
    if (pw_cfile_open(&f, src, &o, &diags)) {
        pw_cfile_dr(&f, &v, &out, &diags);
        pw_cversion_clear(&v);
        pw_cfile_close(&f);
    }
    int exit = pw_app_diags(app, &diags);
    if (!exit) exit = pw_app_out(app, &out);
    pw_strbuf_clear(&out);
    pw_diags_clear(&diags);
    return exit;
}

/* Programs with contracts have a reader of their own. */
static bool has_contracts(const struct pw_source *src)
{
    struct pw_lexer x;
    struct pw_diags ignored = {0};
    pw_lexer_run(&x, src, &ignored);
    bool yes = pw_read_uses_contracts(&x);
    pw_lexer_clear(&x);
    pw_diags_clear(&ignored);
    return yes;
}

int pw_cmd_fmt(struct pw_app *app)
{
    struct pw_source src;
    struct pw_diags diags = {0};
    struct pw_strbuf out = {0};
    int exit = pw_takes(app, app->files[0], PW_TAKES_PROGRAMS);
    if (!exit) exit = pw_app_read(app, app->files[0], &src);
    if (exit) return exit;
    const struct pw_input_kind *kind = pw_input_kind(pw_input_of(app->files[0]));
    if (kind && kind->in_c) {
        exit = app->opt.to ? print_translation(app, &src)
                           : pw_app_usage(app, "a C file is printed as its translation: --to=dr");
        pw_source_clear(&src);
        return exit;
    }
    if (has_contracts(&src))
        pw_read_format(&src, &diags, &out);
    else
        pw_format_source(&src, &diags, &out);
    exit = pw_app_diags(app, &diags);
    if (!exit) exit = pw_app_out(app, &out);
    pw_strbuf_clear(&out);
    pw_diags_clear(&diags);
    pw_source_clear(&src);
    return exit;
}
