/* batch_files.c -- the files of `pwqo batch`: journal, tables, charts, page, job script. */
#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/lines.h"
#include "base/mem.h"
#include "base/sha256.h"
#include "base/source.h"
#include "batch/slurm.h"
#include "cli/batch_run.h"
#include "cli/machine.h"
#include "report/batch/charts.h"
#include "report/batch/page.h"

static void path_in(struct pw_batch *b, const char *name, struct pw_strbuf *out)
{
    pw_strbuf_reset(out);
    pw_strbuf_printf(out, "%s/%s", b->app->opt.out, name);
}

static bool make_folders(const char *path)
{
    char *copy = pw_mem_strdup(path);
    bool ok = true;
    for (char *p = copy + 1; ok && *copy; p++) {
        char c = *p;
        if (c && c != '/') continue;
        *p = '\0';
        struct stat st;
        ok = mkdir(copy, 0777) == 0 ||
             (errno == EEXIST && stat(copy, &st) == 0 && S_ISDIR(st.st_mode));
        *p = c;
        if (!c) break;
    }
    int why = errno;
    pw_mem_strfree(copy);
    errno = why;
    return ok;
}

/* The executable that the runs are done by: a program that was built anew may judge anew. */
static void hash_program(const char *program, char out[PW_SHA256_HEX])
{
    struct pw_source s;
    const char *why;
    snprintf(out, PW_SHA256_HEX, "unknown");
    if (pw_source_read(&s, program ? program : "/proc/self/exe", &why) != PW_SOURCE_OK) return;
    pw_sha256_hex(s.text, s.size, out);
    pw_source_clear(&s);
}

/* The settings that a row of the journal depends on. */
static void settings(const struct pw_batch *b, struct pw_strbuf *out)
{
    const struct pw_options *o = &b->app->opt;
    char program[PW_SHA256_HEX];
    hash_program(o->program, program);
    pw_strbuf_printf(out, "pwqo %s build=%s program=%.16s time=%g memory=%" PRId64,
                     pw_machine_version(), pw_machine_build(), program, o->time_limit,
                     o->memory_limit);
    if (o->reports) pw_strbuf_puts(out, " reports");
    for (size_t i = 0; i < b->options.n; i++) {
        pw_strbuf_putc(out, ' ');
        pw_slurm_quote(b->options.at[i], out);
    }
}

int pw_batch_open_journal(struct pw_batch *b)
{
    const char *dir = b->pages ? b->pages : b->app->opt.out;
    if (!make_folders(dir)) {
        pw_app_say(b->app, "cannot make the folder '%s': %s", dir, strerror(errno));
        return PW_EXIT_IO;
    }
    struct pw_strbuf path = {0}, how = {0};
    path_in(b, "journal", &path);
    settings(b, &how);
    enum pw_journal_status s =
        pw_journal_open(&b->journal, pw_strbuf_text(&path), pw_strbuf_text(&how),
                        b->app->opt.resume, b->rows, b->have, b->n);
    b->journaling = s == PW_JOURNAL_OK;
    if (s == PW_JOURNAL_ERROR)
        pw_app_say(b->app, "cannot write '%s': %s", pw_strbuf_text(&path), strerror(errno));
    if (s == PW_JOURNAL_BUSY)
        pw_app_say(b->app, "another batch is writing into '%s'", b->app->opt.out);
    if (s == PW_JOURNAL_FOREIGN)
        pw_app_say(b->app,
                   "'%s' is of a batch with other options or of another version; without --resume "
                   "it starts anew",
                   pw_strbuf_text(&path));
    pw_strbuf_clear(&path);
    pw_strbuf_clear(&how);
    return s == PW_JOURNAL_OK ? PW_EXIT_OK : s == PW_JOURNAL_FOREIGN ? PW_EXIT_USAGE : PW_EXIT_IO;
}

/* Under another name first, so that the file is there whole or not at all. */
static int write_file(struct pw_batch *b, const char *name, const struct pw_strbuf *text)
{
    struct pw_strbuf path = {0}, draft = {0};
    path_in(b, name, &path);
    pw_strbuf_printf(&draft, "%s.new", pw_strbuf_text(&path));
    int exit = pw_app_write(b->app, pw_strbuf_text(&draft), text);
    if (!exit && rename(pw_strbuf_text(&draft), pw_strbuf_text(&path)) != 0) {
        pw_app_say(b->app, "cannot write '%s': %s", pw_strbuf_text(&path), strerror(errno));
        exit = PW_EXIT_IO;
    }
    pw_strbuf_clear(&path);
    pw_strbuf_clear(&draft);
    return exit;
}

static int write_charts(struct pw_batch *b, const struct pw_charts *charts)
{
    struct pw_strbuf name = {0};
    int exit = PW_EXIT_OK;
    for (size_t i = 0; i < charts->n && !exit; i++) {
        pw_strbuf_reset(&name);
        pw_strbuf_printf(&name, "%s.svg", charts->at[i].name);
        exit = write_file(b, pw_strbuf_text(&name), &charts->at[i].svg);
    }
    pw_strbuf_clear(&name);
    return exit;
}

static void command_text(const struct pw_batch *b, struct pw_strbuf *out)
{
    pw_strbuf_puts(out, "pwqo batch");
    for (size_t i = 0; i < b->app->n_files; i++)
        pw_strbuf_printf(out, " %s", b->app->files[i]);
    if (b->app->opt.list) pw_strbuf_printf(out, " --list=%s", b->app->opt.list);
    for (size_t i = 0; i < b->sweeps.n; i++)
        pw_strbuf_printf(out, " --sweep %s=%" PRId64 "..%" PRId64, b->sweeps.at[i].name,
                         b->sweeps.at[i].lo, b->sweeps.at[i].hi);
    for (size_t i = 0; i < b->options.n; i++)
        pw_strbuf_printf(out, " %s", b->options.at[i]);
    if (b->app->opt.time_limit > 0)
        pw_strbuf_printf(out, " --time-limit=%g", b->app->opt.time_limit);
    if (b->app->opt.memory_limit > 0)
        pw_strbuf_printf(out, " --memory-limit=%" PRId64, b->app->opt.memory_limit);
}

static bool has_page(const struct pw_batch *b, const struct pw_batch_row *r)
{
    struct pw_strbuf path = {0};
    assert(b->pages);
    pw_strbuf_printf(&path, "%s/", b->pages);
    pw_row_page_name(r->file, r->params, &path);
    bool has = access(pw_strbuf_text(&path), R_OK) == 0;
    pw_strbuf_clear(&path);
    return has;
}

static int write_page(struct pw_batch *b, const struct pw_charts *charts, const char *changes)
{
    struct pw_strbuf text = {0}, command = {0};
    command_text(b, &command);
    struct pw_batch_page p = {.title = "pwqo batch report",
                              .version = pw_machine_version(),
                              .command = pw_strbuf_text(&command),
                              .rows = b->done,
                              .n = b->n_done,
                              .not_run = b->n - b->n_done,
                              .charts = charts,
                              .changes = changes};
    bool *linked = PW_NEWS(bool, b->n_done);
    for (size_t i = 0; b->pages && i < b->n_done; i++)
        linked[i] = has_page(b, &b->done[i]);
    p.linked = linked;
    p.pages = b->pages ? PW_BATCH_PAGES : NULL;
    pw_page_write(&p, &text);
    PW_FREES(linked, b->n_done);
    int exit = write_file(b, "report.html", &text);
    pw_strbuf_clear(&text);
    pw_strbuf_clear(&command);
    return exit;
}

int pw_batch_write_reports(struct pw_batch *b, const char *changes)
{
    struct pw_strbuf text = {0};
    struct pw_charts charts = {0};
    PW_VEC(const char *) names = {0};
    for (size_t i = 0; i < b->sweeps.n; i++)
        pw_vec_push(&names, b->sweeps.at[i].name);
    pw_charts_make(&charts, b->done, b->n_done, names.at, names.n);
    pw_rows_write_tsv(b->done, b->n_done, &text);
    int exit = write_file(b, "results.tsv", &text);
    pw_strbuf_reset(&text);
    pw_rows_write_json(b->done, b->n_done, b->n - b->n_done, pw_machine_version(), &text);
    if (!exit) exit = write_file(b, "results.json", &text);
    if (!exit) exit = write_charts(b, &charts);
    if (!exit) exit = write_page(b, &charts, changes);
    pw_vec_clear(&names);
    pw_charts_clear(&charts);
    pw_strbuf_clear(&text);
    return exit;
}

/* --- job arrays --- */

/* The command line again, but for what the script itself decides. */
static void rebuild_arguments(const struct pw_batch *b, pw_lines *v)
{
    const struct pw_options *o = &b->app->opt;
    if (o->time_limit > 0) pw_lines_add(v, "--time-limit=%.12g", o->time_limit);
    if (o->memory_limit > 0) pw_lines_add(v, "--memory-limit=%" PRId64, o->memory_limit);
    if (o->program) pw_lines_add(v, "--program=%s", o->program);
    if (o->reports) pw_lines_add(v, "--reports");
    for (size_t i = 0; i < b->options.n; i++)
        pw_lines_add(v, "%s", b->options.at[i]);
    for (size_t i = 0; i < o->sweep.n; i++)
        pw_lines_add(v, "--sweep=%s", o->sweep.at[i]);
    if (o->list) pw_lines_add(v, "--list=%s", o->list);
    pw_lines_add(v, "--");
    for (size_t i = 0; i < b->app->n_files; i++)
        pw_lines_add(v, "%s", b->app->files[i]);
}

int pw_batch_emit_slurm(struct pw_batch *b)
{
    char program[4096], folder[4096];
    ssize_t k = readlink("/proc/self/exe", program, sizeof program - 1);
    program[k > 0 ? k : 0] = '\0';
    if (k <= 0 || !getcwd(folder, sizeof folder)) {
        pw_app_say(b->app, "cannot find out where the program or the working folder is: %s",
                   strerror(errno));
        return PW_EXIT_INTERNAL;
    }
    pw_lines v = {0};
    struct pw_strbuf text = {0};
    rebuild_arguments(b, &v);
    struct pw_slurm s = {.program = program,
                         .folder = folder,
                         .arguments = (const char *const *)v.at,
                         .n_arguments = v.n,
                         .out = b->app->opt.out,
                         .tasks = b->tasks.n,
                         .time_limit = b->app->opt.time_limit,
                         .memory_limit = (double)b->app->opt.memory_limit};
    pw_slurm_write(&s, &text);
    int exit = pw_app_out(b->app, &text);
    pw_lines_clear(&v);
    pw_strbuf_clear(&text);
    return exit;
}
