#include "cli/defines.h"

#include <string.h>

#include "base/mem.h"
#include "engine/input.h"

int pw_defines_split(struct pw_app *app, pw_defines *d)
{
    for (size_t i = 0; i < app->opt.defines.n; i++) {
        const char *text = app->opt.defines.at[i], *equals = strchr(text, '=');
        if (!equals || equals == text)
            return pw_app_usage(app, "-D wants NAME=VALUE, not '%.60s'", text);
        struct pw_define x = {pw_mem_strndup(text, (size_t)(equals - text)), equals + 1};
        pw_vec_push(d, x);
    }
    return PW_EXIT_OK;
}

int pw_defines_fit(struct pw_app *app, const char *file)
{
    if (!app->opt.defines.n || pw_input_is(file, PW_ABOUT_PROGRAM)) return PW_EXIT_OK;
    pw_app_say(app, "%s: -D %.60s: the file is no program, and has no constants", file,
               app->opt.defines.at[0]);
    return PW_EXIT_DATA;
}

void pw_defines_clear(pw_defines *d)
{
    for (size_t i = 0; i < d->n; i++)
        pw_mem_strfree((char *)d->at[i].name);
    pw_vec_clear(d);
}

static void add_lines(const struct pw_texts *texts, const char *word, pw_lines *out)
{
    for (size_t i = 0; i < texts->n; i++)
        pw_lines_add(out, "%s %s", word, texts->at[i]);
}

void pw_defines_lines(const struct pw_app *app, pw_lines *out)
{
    add_lines(&app->opt.unsafes, "unsafe", out);
    add_lines(&app->opt.predicates, "predicate", out);
    add_lines(&app->opt.invariants, "invariant", out);
}
