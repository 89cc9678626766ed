#include "cli/defines.h"

#include <string.h>

#include "base/mem.h"

int pw_defines_split(struct pw_app *app, pw_defines *d)
{
    for (size_t i = 0; i < app->opt.defines.n; i++) {
        const char *text = app->opt.defines.at[i], *equals = strchr(text, '=');
        if (!equals || equals == text) return pw_app_usage(app, "-D wants NAME=VALUE, not '%.60s'", text);
        struct pw_define x = {pw_mem_strndup(text, (size_t)(equals - text)), equals + 1};
        pw_vec_push(d, x);
    }
    return PW_EXIT_OK;
}

void pw_defines_clear(pw_defines *d)
{
    for (size_t i = 0; i < d->n; i++) pw_mem_strfree((char *)d->at[i].name);
    pw_vec_clear(d);
}
