/* cmd_batch.c -- `pwqo batch`: many files, each in a process of its own; rows as they come, reports
 * at the end. */
#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/real.h"
#include "batch/pool.h"
#include "cli/batch_run.h"
#include "cli/machine.h"
#include "cli/show.h"
#include "engine/choices.h"
#include "engine/input.h"

/* --- what to run --- */

static int add_sweeps(struct pw_batch *b)
{
    const struct pw_texts *given = &b->app->opt.sweep;
    for (size_t i = 0; i < given->n; i++) {
        struct pw_sweep s;
        if (!pw_tasks_parse_sweep(given->at[i], &s))
            return pw_app_usage(b->app, "'--sweep' wants NAME=LO..HI with LO <= HI, not '%.60s'",
                                given->at[i]);
        pw_vec_push(&b->sweeps, s);
        for (size_t k = 0; k + 1 < b->sweeps.n; k++)
            if (!strcmp(b->sweeps.at[k].name, s.name))
                return pw_app_usage(b->app, "'--sweep' of '%s' is given twice", s.name);
    }
    return PW_EXIT_OK;
}

static int add_list(struct pw_batch *b, const char *path)
{
    struct pw_source src;
    const char *why = "";
    int exit = pw_app_read(b->app, path, &src);
    if (exit) return exit;
    const char *slash = strcmp(path, "-") ? strrchr(path, '/') : NULL;
    char *folder = pw_mem_strndup(path, slash ? (size_t)(slash - path) + 1 : 0);
    if (!pw_tasks_add_list(&b->tasks, src.text, src.size, folder, &why)) {
        pw_app_say(b->app, "cannot read a folder listed in '%s': %s", path, why);
        exit = PW_EXIT_NOINPUT;
    }
    pw_mem_strfree(folder);
    pw_source_clear(&src);
    return exit;
}

static int find_tasks(struct pw_batch *b)
{
    struct pw_app *app = b->app;
    const char *why = "";
    int exit = add_sweeps(b);
    if (!exit && !app->n_files && !app->opt.list)
        exit = pw_app_usage(app, "'batch' needs a file, a folder or '--list'");
    for (size_t i = 0; i < app->n_files && !exit; i++)
        if (!pw_tasks_add_path(&b->tasks, app->files[i], &why)) {
            pw_app_say(app, "cannot read '%s': %s", app->files[i], why);
            exit = PW_EXIT_NOINPUT;
        }
    if (!exit && app->opt.list) exit = add_list(b, app->opt.list);
    if (!exit && !b->tasks.n) {
        struct pw_strbuf endings = {0};
        pw_input_endings("or", &endings);
        pw_app_say(app, "there is nothing to run: no %s file", pw_strbuf_text(&endings));
        pw_strbuf_clear(&endings);
        exit = PW_EXIT_NOINPUT;
    }
    if (!exit && !pw_tasks_cross(&b->tasks, b->sweeps.at, b->sweeps.n))
        exit = pw_app_usage(app, "more than %d runs", PW_TASKS_MOST);
    return exit;
}

static void add_option(struct pw_batch *b, const char *name, const char *value)
{
    struct pw_strbuf s = {0};
    pw_strbuf_printf(&s, "%s%s", name, value);
    pw_vec_push(&b->options, pw_mem_strdup(pw_strbuf_text(&s)));
    pw_strbuf_clear(&s);
}

/* The options that a child gets as they were given here. */
static void find_options(struct pw_batch *b)
{
    const struct pw_options *o = &b->app->opt;
    static const char *const closures[] = {"witness", "paper", "sharp"}; /* as in options.def */
    if (o->closure) add_option(b, "--closure=", closures[o->closure]);
    if (o->engine) add_option(b, "--engine=", pw_engines_name(o->engine));
    if (o->no_prune) add_option(b, "--no-prune", "");
    if (o->whole) add_option(b, "--whole", "");
    if (o->init) add_option(b, "--init=", o->init);
    if (o->target) add_option(b, "--target=", o->target);
    for (size_t i = 0; i < o->defines.n; i++)
        add_option(b, "-D", o->defines.at[i]);
}

static void find_pages(struct pw_batch *b)
{
    if (!b->app->opt.reports) return;
    struct pw_strbuf path = {0};
    pw_strbuf_printf(&path, "%s/" PW_BATCH_PAGES, b->app->opt.out);
    b->pages = pw_mem_strdup(pw_strbuf_text(&path));
    pw_strbuf_clear(&path);
}

static int make_rows(struct pw_batch *b)
{
    const struct pw_span *only = &b->app->opt.only;
    if (only->given && ((size_t)only->low > b->tasks.n || only->low < 1))
        return pw_app_usage(b->app, "'--only' starts at %" PRId64 ", but the tasks are 1..%zu",
                            only->low, b->tasks.n);
    if (only->given) pw_tasks_slice(&b->tasks, (size_t)only->low, (size_t)only->high);
    b->n = b->tasks.n;
    b->rows = PW_NEWS(struct pw_batch_row, b->n);
    b->have = PW_NEWS(bool, b->n);
    b->done = PW_NEWS(struct pw_batch_row, b->n);
    for (size_t i = 0; i < b->n; i++) {
        assert(i < b->tasks.n);
        pw_row_init(&b->rows[i], b->tasks.at[i].file, b->tasks.at[i].params);
        pw_row_describe(&b->rows[i]);
    }
    return PW_EXIT_OK;
}

/* --- the run --- */

static void put_out(struct pw_batch *b, struct pw_strbuf *text)
{
    if (text->n && !b->exit && !b->app->opt.json) b->exit = pw_app_out(b->app, text);
    pw_strbuf_clear(text);
}

/* Prints rows in the order of the tasks: those that have arrived and wait for none before them; all
 * of them at the end. */
static void print_rows(struct pw_batch *b, bool all)
{
    struct pw_strbuf text = {0};
    for (; b->printed < b->n && (all || b->have[b->printed]); b->printed++)
        if (b->have[b->printed]) pw_rows_print_row(&b->layout, &b->rows[b->printed], &text);
    put_out(b, &text);
}

static void say_wrong(struct pw_batch *b, const struct pw_batch_row *r)
{
    struct pw_strbuf name = {0};
    pw_strbuf_visible(&name, r->file);
    pw_app_say(b->app, "WRONG: %s%s%s is stated to be %s, but the verdict is %s",
               pw_strbuf_text(&name), r->params[0] ? " " : "", r->params, pw_verdict_name(r->truth),
               pw_verdict_name(r->verdict));
    pw_strbuf_clear(&name);
}

static bool finished(void *arg, size_t i)
{
    struct pw_batch *b = arg;
    b->have[i] = true;
    pw_row_confirm(&b->rows[i]);
    if (b->journaling && !pw_journal_append(&b->journal, &b->rows[i])) {
        pw_app_say(b->app, "cannot write the journal: %s", strerror(errno));
        b->exit = PW_EXIT_IO;
    }
    if (b->rows[i].status == PW_STATUS_WRONG) say_wrong(b, &b->rows[i]);
    print_rows(b, false);
    return b->exit == PW_EXIT_OK;
}

static void tick(void *arg, const struct pw_pool_progress *p)
{
    struct pw_batch *b = arg;
    if (!b->tty || (p->elapsed < b->last_tick + 0.1 && p->elapsed > 0.1)) return;
    b->last_tick = p->elapsed;
    char line[200] = "\r\033[K";
    size_t k = strlen(line);
    k += (size_t)snprintf(line + k, sizeof line - k, "[%zu/%zu] %.0f s", p->done, p->total,
                          p->elapsed);
    if (p->done && p->done < p->total)
        k += (size_t)snprintf(
            line + k, sizeof line - k, ", about %.0f s left",
            pw_real_ceil(p->elapsed / (double)p->done * (double)(p->total - p->done)));
    struct pw_strbuf name = {0};
    if (p->file) pw_strbuf_visible(&name, p->file);
    if (p->file)
        k += (size_t)snprintf(line + k, sizeof line - k, ": %.50s %.40s", pw_strbuf_text(&name),
                              p->params);
    pw_strbuf_clear(&name);
    if (write(STDERR_FILENO, line, k < sizeof line ? k : sizeof line - 1) > 0)
        b->app->progress_shown = true;
}

static void gather(struct pw_batch *b)
{
    b->n_done = 0;
    for (size_t i = 0; i < b->n; i++)
        if (b->have[i]) b->done[b->n_done++] = b->rows[i];
}

static int64_t memory_of_each(const struct pw_app *app)
{
    if (app->opt.memory_limit) return app->opt.memory_limit;
    return (int64_t)(pw_machine_memory() / 10 * 9 / (size_t)app->opt.jobs >> 20);
}

static int run_all(struct pw_batch *b)
{
    const struct pw_app *app = b->app;
    struct pw_strbuf text = {0};
    bool *todo = PW_NEWS(bool, b->n);
    for (size_t i = 0; i < b->n; i++)
        todo[i] = !b->have[i];
    b->layout = pw_rows_layout(b->rows, b->n, pw_show_colours(STDOUT_FILENO));
    pw_rows_print_head(&b->layout, &text);
    put_out(b, &text);
    print_rows(b, false);
    struct pw_pool_config config = {.program = app->opt.program,
                                    .options = (const char *const *)b->options.at,
                                    .n_options = b->options.n,
                                    .pages = b->pages,
                                    .jobs = (unsigned)app->opt.jobs,
                                    .time_limit = app->opt.time_limit,
                                    .memory_limit = (double)memory_of_each(app)};
    struct pw_pool_events events = {.finished = finished, .tick = tick, .arg = b};
    const char *why = "";
    enum pw_pool_end end = pw_pool_run(&config, b->rows, todo, b->n, &events, &why);
    if (end == PW_POOL_BROKEN) {
        pw_app_say(b->app, "cannot start a process: %s", why);
        b->exit = PW_EXIT_INTERNAL;
    }
    print_rows(b, true);
    gather(b);
    PW_FREES(todo, b->n);
    return b->exit ? b->exit : end == PW_POOL_INTERRUPTED ? PW_EXIT_UNKNOWN : PW_EXIT_OK;
}

/* --- comparison and end --- */

/* Before anything runs: a table that cannot be read should not cost a night. */
static int read_old(struct pw_batch *b)
{
    struct pw_source src;
    size_t line;
    if (!b->app->opt.compare) return PW_EXIT_OK;
    int exit = pw_app_read(b->app, b->app->opt.compare, &src);
    if (exit) return exit;
    if (!pw_rows_read_tsv(src.text, src.size, &b->old, &b->n_old, &line)) {
        pw_app_say(b->app, "%s:%zu: this is not the results.tsv of a batch of this version",
                   b->app->opt.compare, line);
        b->old = NULL;
        exit = PW_EXIT_DATA;
    }
    pw_source_clear(&src);
    return exit;
}

static int print_end(struct pw_batch *b, const struct pw_strbuf *changes)
{
    struct pw_strbuf text = {0};
    if (b->app->opt.json)
        pw_rows_write_json(b->done, b->n_done, b->n - b->n_done, pw_machine_version(), &text);
    else {
        pw_rows_print_summary(&b->layout, b->done, b->n_done, b->n - b->n_done, &text);
        if (b->app->opt.compare)
            pw_strbuf_printf(&text, "\nchanges since %s:%s\n%s", b->app->opt.compare,
                             changes->n ? "" : " none", pw_strbuf_text(changes));
    }
    int exit = pw_app_out(b->app, &text);
    pw_strbuf_clear(&text);
    return exit;
}

static int conclude(struct pw_batch *b, int exit)
{
    struct pw_strbuf changes = {0};
    if (b->old) pw_rows_compare(b->old, b->n_old, b->done, b->n_done, &changes);
    if (b->app->opt.out)
        exit = pw_exit_worse(
            exit, pw_batch_write_reports(b, b->app->opt.compare ? pw_strbuf_text(&changes) : NULL));
    if (exit != PW_EXIT_IO) exit = pw_exit_worse(exit, print_end(b, &changes));
    pw_strbuf_clear(&changes);
    return pw_exit_worse(exit, pw_rows_exit_code(b->done, b->n_done));
}

/* --- the command --- */

static int run_batch(struct pw_batch *b)
{
    int exit = read_old(b);
    if (!exit) exit = make_rows(b);
    if (!exit && b->app->opt.out) exit = pw_batch_open_journal(b);
    if (exit) return exit;
    return conclude(b, run_all(b));
}

static void clear(struct pw_batch *b)
{
    if (b->journaling) pw_journal_close(&b->journal);
    for (size_t i = 0; i < b->sweeps.n; i++)
        pw_mem_strfree(b->sweeps.at[i].name);
    pw_vec_clear(&b->sweeps);
    for (size_t i = 0; i < b->options.n; i++)
        pw_mem_strfree(b->options.at[i]);
    pw_vec_clear(&b->options);
    if (b->pages) pw_mem_strfree(b->pages);
    if (b->rows) pw_rows_free(b->rows, b->n);
    if (b->old) pw_rows_free(b->old, b->n_old);
    if (b->have) PW_FREES(b->have, b->n);
    if (b->done) PW_FREES(b->done, b->n);
    pw_tasks_clear(&b->tasks);
}

int pw_cmd_batch(struct pw_app *app)
{
    struct pw_batch b = {.app = app, .tty = isatty(STDERR_FILENO) && !app->opt.quiet};
    bool slurm = app->opt.emit == 1;
    pw_app_disarm(app); /* the limits are for the children */
    if ((app->opt.resume || app->opt.reports || slurm) && !app->opt.out)
        return pw_app_usage(app, "'%s' needs '--out=DIR'",
                            slurm             ? "--emit=slurm"
                            : app->opt.resume ? "--resume"
                                              : "--reports");
    find_options(&b);
    find_pages(&b);
    int exit = find_tasks(&b);
    if (!exit) exit = slurm ? pw_batch_emit_slurm(&b) : run_batch(&b);
    clear(&b);
    return exit;
}
