#include "cli/app.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/limits.h"
#include "base/mem.h"
#include "base/progress.h"
#include "cli/machine.h"
#include "cli/stream.h"
#include "engine/choices.h"

const struct pw_command pw_commands[] = {
#define COMMAND(name, synopsis, fewest, most, line, example, text)                                 \
    {#name, synopsis, fewest, most, line, example, text, pw_cmd_##name},
#include "cli/commands.def"
#undef COMMAND
};
const size_t pw_commands_n = sizeof pw_commands / sizeof *pw_commands;

static const struct pw_option options[] = {
#define OPTION(...) PW_OPTION_ROW(struct pw_options, __VA_ARGS__)
#include "cli/options.def"
#undef OPTION
};
const struct pw_option_table pw_option_table = {options, sizeof options / sizeof *options};

int pw_exit_worse(int a, int b)
{
    return a > b ? a : b;
}

/* --- the command line --- */

struct run {
    struct pw_app *app;
    int argc;
    char **argv;
    int exit;
};

static const struct pw_command *find_command(const char *name)
{
    for (size_t i = 0; i < pw_commands_n; i++)
        if (!strcmp(pw_commands[i].name, name)) return &pw_commands[i];
    return NULL;
}

static int unknown_command(struct pw_app *app, const char *word)
{
    const char *names[sizeof pw_commands / sizeof *pw_commands];
    for (size_t i = 0; i < pw_commands_n; i++)
        names[i] = pw_commands[i].name;
    const char *meant = pw_diag_nearest(word, names, pw_commands_n);
    if (meant) return pw_app_usage(app, "unknown command '%.60s'; did you mean '%s'?", word, meant);
    return pw_app_usage(app, "unknown command '%.60s'", word);
}

/* An option that exists, but for another command, is told apart from a misspelt one. */
static int wrong_option(struct pw_app *app, const char *word, const char *message)
{
    size_t n = strcspn(word, "=");
    for (size_t i = 0; i < pw_option_table.n; i++) {
        const struct pw_option *o = &pw_option_table.at[i];
        bool named =
            word[1] == '-' && strlen(o->name) == n - 2 && !strncmp(o->name, word + 2, n - 2);
        if (!named || (app->command && pw_options_belongs(o, app->command->name))) continue;
        if (!app->command && !strcmp(o->commands, "*")) continue;
        if (!app->command)
            return pw_app_usage(app, "option '--%s' belongs after its command", o->name);
        for (size_t k = 0; k < pw_commands_n; k++)
            if (pw_options_belongs(o, pw_commands[k].name))
                return pw_app_usage(app, "option '--%s' belongs to '%s', not to '%s'", o->name,
                                    pw_commands[k].name, app->command->name);
    }
    return pw_app_usage(app, "%s", message);
}

/* Sorts argv into command, options and files. The files are collected at the front of argv + 1. */
static int parse(struct run *r)
{
    struct pw_app *app = r->app;
    struct pw_strbuf why = {0};
    bool only_files = false;
    int kept = 1, exit = PW_EXIT_OK;
    for (int i = 1; i < r->argc && !exit;) {
        char *word = r->argv[i];
        if (!only_files && !strcmp(word, "--")) {
            only_files = true;
            i++;
        } else if (!only_files && word[0] == '-' && word[1]) {
            const char *command = app->command ? app->command->name : "";
            size_t used = pw_options_take(pw_option_table, command, r->argv + i,
                                          (size_t)(r->argc - i), &app->opt, &why);
            if (!used) exit = wrong_option(app, word, pw_strbuf_text(&why));
            i += (int)used;
        } else if (!app->command) {
            app->command = find_command(word);
            if (!app->command) exit = unknown_command(app, word);
            i++;
        } else {
            r->argv[kept++] = word;
            i++;
        }
    }
    app->files = (const char *const *)(r->argv + 1);
    app->n_files = (size_t)(kept - 1);
    pw_strbuf_clear(&why);
    return exit;
}

static const char *what_is_needed(const struct pw_command *c)
{
    if (strncmp(c->synopsis, "FILE", 4) && strncmp(c->synopsis, "PATH", 4)) return "an argument";
    return c->most == 1 ? "a file" : "at least one file";
}

static int check_files(struct pw_app *app)
{
    const struct pw_command *c = app->command;
    if (app->n_files < (size_t)c->fewest)
        return pw_app_usage(app, "'%s' needs %s: pwqo %s %s", c->name, what_is_needed(c), c->name,
                            c->synopsis);
    if (c->most >= 0 && app->n_files > (size_t)c->most)
        return pw_app_usage(app, "'%s' takes no further '%.60s'", c->name, app->files[c->most]);
    return PW_EXIT_OK;
}

static int print_only(struct pw_app *app, void print(struct pw_strbuf *out))
{
    struct pw_strbuf out = {0};
    print(&out);
    int exit = pw_app_out(app, &out);
    pw_strbuf_clear(&out);
    return exit;
}

static int print_help(struct pw_app *app)
{
    if (!app->command) return print_only(app, pw_help_overview);
    struct pw_strbuf out = {0};
    pw_help_command(app->command, &out);
    int exit = pw_app_out(app, &out);
    pw_strbuf_clear(&out);
    return exit;
}

/* Without a command: what one can do, on standard error because it is no result. */
static int print_start(struct pw_app *app)
{
    struct pw_strbuf out = {0};
    pw_help_start(&out);
    pw_stream_err(app, &out);
    pw_strbuf_clear(&out);
    return PW_EXIT_USAGE;
}

/* --- limits and stops --- */

void pw_app_arm(struct pw_app *app)
{
    int64_t mib = app->opt.memory_limit;
    if (!mib && !app->memory) app->memory = pw_machine_memory() / 10 * 9;
    pw_limits_start(app->opt.time_limit);
    pw_mem_set_limit(mib ? (size_t)mib << 20 : app->memory);
}

void pw_app_disarm(struct pw_app *app)
{
    (void)app;
    pw_limits_start(0);
    pw_limits_clear_interrupt();
    pw_mem_set_limit(0);
}

void pw_app_reason(const struct pw_app *app, enum pw_stop why, struct pw_strbuf *out)
{
    switch (why) {
    case PW_STOP_TIME:
        pw_strbuf_printf(out, "time limit of %g s reached", app->opt.time_limit);
        break;
    case PW_STOP_MEMORY:
        if (app->opt.memory_limit)
            pw_strbuf_printf(out, "memory limit of %" PRId64 " MiB reached", app->opt.memory_limit);
        else
            pw_strbuf_puts(out, "out of memory");
        break;
    case PW_STOP_NONE:
    case PW_STOP_SIGNAL:
    case PW_STOP_BUDGET:
    case PW_STOP_RANGE:
    case PW_STOP_TURN:
    case PW_STOP_DONE:
        pw_strbuf_puts(out, pw_guard_reason(why));
        break;
    }
}

void *pw_app_stats(struct pw_app *app, struct pw_stat_table table, size_t size)
{
    if (size > sizeof app->stats) return NULL;
    app->stat_table = table;
    return memset(app->stats, 0, sizeof app->stats);
}

static void print_stats(struct pw_app *app, double seconds)
{
    struct pw_strbuf out = {0};
    pw_stats_print(app->stat_table, app->stats, &out);
    pw_strbuf_printf(&out,
                     "  %-20s %12.3f  s, whole run\n  %-20s %12zu  KiB, highest use of memory\n",
                     "total", seconds, "peak_kib", pw_mem_peak() / 1024);
    pw_stream_err(app, &out);
    pw_strbuf_clear(&out);
}

static void json_stop(struct pw_app *app, enum pw_stop why, double seconds, struct pw_strbuf *out)
{
    struct pw_json j;
    pw_json_head(&j, out, pw_machine_version(), NULL);
    pw_json_text(&j, "command", app->command->name);
    pw_json_text(&j, "verdict", "unknown");
    pw_json_text(&j, "reason", pw_guard_reason(why));
    pw_json_key(&j, "stats");
    pw_json_object(&j);
    pw_stats_json(app->stat_table, app->stats, &j);
    pw_json_key(&j, "total"), pw_json_seconds(&j, seconds);
    pw_json_key(&j, "peak_kib"), pw_json_int(&j, (int64_t)(pw_mem_peak() / 1024));
    pw_json_end(&j);
    pw_json_end(&j);
    pw_strbuf_putc(out, '\n');
}

/* The command was unwound: UNKNOWN, why, and the statistics so far. */
static int report_stop(struct pw_app *app, enum pw_stop why, double seconds)
{
    struct pw_strbuf text = {0};
    pw_app_disarm(app);
    pw_app_reason(app, why, &text);
    pw_app_say(app, "UNKNOWN: %s", pw_strbuf_text(&text));
    print_stats(app, seconds);
    pw_strbuf_reset(&text);
    int exit = PW_EXIT_UNKNOWN;
    if (app->opt.json)
        json_stop(app, why, seconds, &text), exit = pw_exit_worse(exit, pw_app_out(app, &text));
    pw_strbuf_clear(&text);
    return exit;
}

static void run_command(void *arg)
{
    struct run *r = arg;
    r->exit = r->app->command->run(r->app);
}

static int run_limited(struct run *r)
{
    struct pw_app *app = r->app;
    pw_stream_progress_start(app);
    pw_guard_ending(app->n_files <= 1);
    pw_app_arm(app);
    enum pw_stop why = pw_guard_run(run_command, r);
    double seconds = pw_limits_elapsed();
    pw_stream_progress_end(app);
    if (why != PW_STOP_NONE) return report_stop(app, why, seconds);
    pw_app_disarm(app);
    if (app->opt.verbose && app->stat_table.n) print_stats(app, seconds);
    return r->exit;
}

static int dispatch(struct run *r)
{
    struct pw_app *app = r->app;
    /* for the build: the manual page */
    if (r->argc == 2 && !strcmp(r->argv[1], "--man")) return print_only(app, pw_help_man);
    int exit = parse(r);
    if (exit) return exit;
    if (app->opt.help) return print_help(app);
    if (app->opt.version) return print_only(app, pw_help_version);
    if (!app->command) return print_start(app);
    exit = check_files(app);
    return exit ? exit : run_limited(r);
}

static void run_all(void *arg)
{
    struct run *r = arg;
    pw_options_preset(pw_option_table, &r->app->opt);
    r->exit = dispatch(r);
    pw_options_clear(pw_option_table, &r->app->opt);
}

int pw_app_main(int argc, char **argv)
{
    struct pw_app app = {0};
    struct run r = {.app = &app, .argc = argc, .argv = argv};
    enum pw_stop why = pw_guard_run(run_all, &r);
    if (why == PW_STOP_NONE) return r.exit;
    fprintf(stderr, "pwqo: UNKNOWN: %s\n", pw_guard_reason(why));
    return PW_EXIT_UNKNOWN;
}
