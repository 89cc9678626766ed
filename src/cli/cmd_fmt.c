/* pwqo fmt: a program in canonical layout. */
#include "cli/app.h"
#include "lang/format.h"

int pw_cmd_fmt(struct pw_app *app)
{
    struct pw_source src;
    struct pw_diags diags = {0};
    struct pw_strbuf out = {0};
    int exit = pw_app_read(app, app->files[0], &src);
    if (exit) return exit;
    pw_format_source(&src, &diags, &out);
    exit = pw_app_diags(app, &diags);
    if (!exit) exit = pw_app_out(app, &out);
    pw_strbuf_clear(&out);
    pw_diags_clear(&diags);
    pw_source_clear(&src);
    return exit;
}
