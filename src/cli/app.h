/* app.h -- the command line: commands, options, exit codes, and what commands need to talk to the
 * world.
 *
 * To add a command NAME:
 *   1. write src/cli/cmd_NAME.c with `int pw_cmd_NAME(struct pw_app *app)`, listed in
 *      src/cli/local.mk;
 *   2. add its line to commands.def, and lines to options.def for options that are its own
 *      (app->opt.FIELD then holds the value).
 * --help, the man page, did-you-mean and the checks of the command line follow from the tables.
 *
 * The function finds its files in app->files[0 .. n_files-1] (their number is already checked) and
 * returns an exit code. It runs inside a guard, with time and memory limits armed: a stop unwinds
 * it and gives exit code 5 with the reason and the statistics registered by pw_app_stats. A command
 * that has something to say about each file after a stop (verify) runs a guard of its own per file,
 * after a stop calls pw_app_disarm before it prints (and takes no further file after
 * PW_STOP_SIGNAL), and pw_app_arm before the next file. Results go to standard output by
 * pw_app_out, files by pw_app_write, all else to standard error by the helpers below. Typical:
 *
 *   int pw_cmd_fmt(struct pw_app *app)
 *   {
 *       struct pw_source src;
 *       int exit = pw_app_read(app, app->files[0], &src);
 *       if (exit) return exit;
 *       ... parse into diags, print into buf ...
 *       exit = pw_app_diags(app, &diags);
 *       if (!exit) exit = pw_app_out(app, &buf);
 *       ... clear everything ...
 *       return exit;
 *   }
 */
#ifndef PW_CLI_APP_H
#define PW_CLI_APP_H

#include <stddef.h>

#include "base/diag.h"
#include "base/guard.h"
#include "base/options.h"
#include "base/source.h"
#include "base/stats.h"
#include "base/strbuf.h"

enum pw_exit {
#define EXIT(name, code, meaning) PW_EXIT_##name = code,
#include "cli/exits.def"
#undef EXIT
};

struct pw_options {
#define OPTION PW_OPTION_FIELD
#include "cli/options.def"
#undef OPTION
};

struct pw_app;

struct pw_command {
    const char *name, *synopsis;
    int fewest, most; /* files; most = -1: any number */
    const char *line, *example, *text;
    int (*run)(struct pw_app *app);
};

struct pw_app {
    struct pw_options opt;
    const struct pw_command *command;
    const char *const *files;
    size_t n_files;
    struct pw_stat_table stat_table; /* of the statistics below */
    uint64_t stats[128];
    size_t memory;       /* the limit where none is given, once it has been asked for; or 0 */
    bool progress_shown; /* a progress line is on the screen */
};

extern const struct pw_command pw_commands[];
extern const size_t pw_commands_n;
extern const struct pw_option_table pw_option_table;

/* Parses the command line, runs the command, returns the exit code. */
int pw_app_main(int argc, char **argv);

/* The exit code of two files together. */
int pw_exit_worse(int a, int b);

/* --- for commands --- */

/* Reads a file ("-": standard input). PW_EXIT_OK, or PW_EXIT_NOINPUT after a message. The caller
 * clears *src. */
int pw_app_read(struct pw_app *app, const char *path, struct pw_source *src);
/* Prints the messages, warnings not with -q. PW_EXIT_DATA if one is an error. */
int pw_app_diags(struct pw_app *app, const struct pw_diags *d);
/* Writes to standard output, or to a file ("-": standard output). PW_EXIT_OK, or PW_EXIT_IO after a
 * message. */
int pw_app_out(struct pw_app *app, const struct pw_strbuf *b);
int pw_app_write(struct pw_app *app, const char *path, const struct pw_strbuf *b);
/* A line "pwqo: ..." on standard error; note: not with -q. */
void pw_app_say(struct pw_app *app, const char *format, ...) __attribute__((format(printf, 2, 3)));
void pw_app_note(struct pw_app *app, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Says what is wrong with the command line; returns PW_EXIT_USAGE. */
int pw_app_usage(struct pw_app *app, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Zeroed room for a statistics struct that survives a stop and is then printed; -v prints it at the
 * end of the run as well. */
void *pw_app_stats(struct pw_app *app, struct pw_stat_table table, size_t size);
/* Starts the clock of --time-limit again, for the next file; and ends limits, so that what follows
 * is not stopped. */
void pw_app_arm(struct pw_app *app);
void pw_app_disarm(struct pw_app *app);
/* The reason of a stop in words: "time limit of 3 s reached". */
void pw_app_reason(const struct pw_app *app, enum pw_stop why, struct pw_strbuf *out);

/* --- help.c --- */
void pw_help_start(struct pw_strbuf *out); /* the commands, each with an example */
void pw_help_overview(struct pw_strbuf *out);
void pw_help_command(const struct pw_command *c, struct pw_strbuf *out);
void pw_help_version(struct pw_strbuf *out);
void pw_help_man(struct pw_strbuf *out); /* the manual page pwqo(1) */

#define COMMAND(name, synopsis, fewest, most, line, example, text)                                 \
    int pw_cmd_##name(struct pw_app *app);
#include "cli/commands.def"
#undef COMMAND

#endif
