#include "api/settings.h"

#include "engine/engine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/guard.h"
#include "base/limits.h"
#include "base/mem.h"

#define OPTION(field, name, kind, preset, low, high, arg)                                          \
    PW_OPTION_ROW(struct pw_settings, "*", field, name, 0, kind, preset, low, high, arg, "")
static const struct pw_option rows[] = {
    OPTION(certificate, "certificate", CHOICE, "0", 0, 0, "0|1")
        OPTION(closure, "closure", CHOICE, "witness", 0, 0, "witness|paper|sharp")
            OPTION(engine, "engine", CHOICE, "auto", 0, 0, PW_ENGINE_CHOICES)
                OPTION(init, "init", TEXT, NULL, 0, 0, "SPEC")
                    OPTION(memory_limit, "memory-limit", INT, "0", 0, 1 << 24, "MIB")
                        OPTION(no_prune, "no-prune", CHOICE, "0", 0, 0, "0|1")
                            OPTION(target, "target", TEXT, NULL, 0, 0, "FORMULA") OPTION(
                                time_limit, "time-limit", SECONDS, "0", 0, 1000000000, "SECONDS")};
enum { ROWS = sizeof rows / sizeof *rows };

/* All defaults are zero. */
void pw_settings_init(struct pw_settings *s)
{
    *s = (struct pw_settings){0};
}

void pw_settings_clear(struct pw_settings *s)
{
    for (size_t i = 0; i < s->nowned; i++)
        free(s->owned[i]);
    free(s->owned);
    free(s->defines);
    *s = (struct pw_settings){0};
}

/* A copy that lives as long as the settings; NULL without memory. */
static char *own(struct pw_settings *s, const char *text, size_t n)
{
    char **bigger = realloc(s->owned, (s->nowned + 1) * sizeof *bigger);
    if (!bigger) return NULL;
    s->owned = bigger;
    char *copy = strndup(text, n);
    if (copy) s->owned[s->nowned++] = copy;
    return copy;
}

static bool no_memory(char *why, size_t room)
{
    return snprintf(why, room, "out of memory"), false;
}

static bool add_define(struct pw_settings *s, const char *value, char *why, size_t room)
{
    const char *equals = strchr(value, '=');
    if (!equals || equals == value)
        return snprintf(why, room, "'define' wants NAME=VALUE, not '%.60s'", value), false;
    struct pw_define *bigger = realloc(s->defines, (s->ndefines + 1) * sizeof *bigger);
    if (!bigger) return no_memory(why, room);
    s->defines = bigger;
    char *name = own(s, value, (size_t)(equals - value)),
         *text = own(s, equals + 1, strlen(equals + 1));
    if (!name || !text) return no_memory(why, room);
    s->defines[s->ndefines++] = (struct pw_define){name, text};
    return true;
}

struct set_ctx {
    const struct pw_option *row;
    struct pw_settings *into;
    const char *value;
    char *why;
    size_t room;
    bool ok;
};

static void set_row(void *arg)
{
    struct set_ctx *x = arg;
    struct pw_strbuf why = {0};
    x->ok = pw_options_set(x->row, x->into, x->value, &why);
    if (!x->ok) snprintf(x->why, x->room, "%s", pw_strbuf_text(&why));
    pw_strbuf_clear(&why);
}

bool pw_settings_set(struct pw_settings *s, const char *option, const char *value, char *why,
                     size_t room)
{
    if (!strcmp(option, "define")) return add_define(s, value, why, room);
    for (size_t i = 0; i < ROWS; i++) {
        if (strcmp(rows[i].name, option)) continue;
        struct set_ctx x = {.row = &rows[i],
                            .into = s,
                            .value = own(s, value, strlen(value)),
                            .why = why,
                            .room = room};
        if (!x.value || pw_guard_run(set_row, &x) != PW_STOP_NONE) return no_memory(why, room);
        return x.ok;
    }
    return snprintf(why, room, "there is no option '%.60s'", option), false;
}

void pw_settings_options(const struct pw_settings *s, struct pw_verify_options *o)
{
    pw_verify_options_init(o);
    o->certificate = s->certificate;
    o->closure = (enum pw_closure_mode)s->closure;
    o->no_prune = s->no_prune;
    o->cubes = true; /* a statistic, and in the JSON */
    o->engine = pw_engines_name(s->engine);
    o->init = s->init;
    o->target = s->target;
    o->defines = s->defines;
    o->ndefines = s->ndefines;
}

void pw_settings_arm(const struct pw_settings *s)
{
    pw_limits_start(s->time_limit);
    pw_mem_set_limit((size_t)s->memory_limit << 20);
}
