#include <string.h>

#include "cli/app.h"

int pw_cmd_help(struct pw_app *app)
{
    struct pw_strbuf out = {0};
    if (app->n_files == 0) pw_help_overview(&out);
    for (size_t i = 0; i < pw_commands_n && app->n_files; i++)
        if (!strcmp(pw_commands[i].name, app->files[0])) pw_help_command(&pw_commands[i], &out);
    int exit = out.n ? pw_app_out(app, &out)
                     : pw_app_usage(app, "there is no command '%s'", app->files[0]);
    pw_strbuf_clear(&out);
    return exit;
}
