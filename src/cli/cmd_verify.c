/* pwqo verify: one verdict per file; a bad file does not stop the others. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "base/decimal.h"
#include "base/limits.h"
#include "base/mem.h"
#include "cli/app.h"
#include "cli/contracts.h"
#include "cli/defines.h"
#include "cli/machine.h"
#include "cli/show.h"
#include "dualref/closure.h"
#include "engine/engine.h"
#include "engine/verdict.h"
#include "engine/verify.h"
#include "front/dr/dr.h"
#include "report/execution_print.h"
#include "report/verdict/html.h"
#include "report/verdict/verdict_print.h"
#include "report/verdict/witness.h"

/* --- what becomes of the options --- */

static void print_stage(void *arg, const char *line)
{
    struct pw_app *app = arg;
    if (app->opt.verbose) pw_app_note(app, "%s", line);
}

static bool ends_with(const char *s, const char *ending)
{
    size_t n = strlen(s), k = strlen(ending);
    return n >= k && !strcmp(s + n - k, ending);
}

static bool is_directory(const char *path)
{
    struct stat info;
    return !stat(path, &info) && S_ISDIR(info.st_mode);
}

static const char *base_of(const char *file)
{
    const char *slash = strrchr(file, '/');
    return slash ? slash + 1 : file;
}

/* Outputs for several files are called like the files. */
static int check_names(struct pw_app *app)
{
    if (!app->opt.certificate && !app->opt.trace && !app->opt.basis && !app->opt.report &&
        !app->opt.witness)
        return PW_EXIT_OK;
    for (size_t i = 0; i < app->n_files; i++)
        for (size_t k = i + 1; k < app->n_files; k++)
            if (!strcmp(base_of(app->files[i]), base_of(app->files[k])))
                return pw_app_usage(
                    app, "'%s' and '%s' would be written to one name; run them one by one",
                    app->files[i], app->files[k]);
    return PW_EXIT_OK;
}

static void output_path(const struct pw_app *app, const char *path, const char *file,
                        const char *ending, struct pw_strbuf *out)
{
    pw_strbuf_reset(out);
    if (app->n_files == 1 && !is_directory(path)) {
        pw_strbuf_puts(out, path);
        return;
    }
    const char *base = base_of(file);
    pw_strbuf_printf(out, "%s/%s%s", path, strcmp(base, "-") ? base : "stdin", ending);
}

static int make_directory(struct pw_app *app, const char *path)
{
    if (!path || app->n_files == 1 || is_directory(path) || !mkdir(path, 0777)) return PW_EXIT_OK;
    pw_app_say(app, "with several files '%s' must be a directory, and it cannot be made", path);
    return PW_EXIT_IO;
}

/* --- one file --- */

struct job {
    struct pw_app *app;
    const char *file;
    struct pw_verify_options options;
    struct pw_verify_result result;
    pw_lines lines;               /* properties given as options */
    const char *property;         /* the text of --property; NULL */
    struct pw_strbuf certificate; /* the path it was written to */
    bool interrupted;             /* by a signal: take no further file */
    bool delivered;               /* there is a verdict */
};

/* The file beside it, if its kind has one: for x.tts the property is in x.prop. */
static int read_beside(struct job *j, struct pw_source *beside)
{
    struct pw_strbuf path = {0};
    int exit = PW_EXIT_OK;
    if (pw_input_beside(j->file, &path)) {
        exit = pw_app_read(j->app, pw_strbuf_text(&path), beside);
        j->options.beside = beside;
    }
    pw_strbuf_clear(&path);
    return exit;
}

static int refuse_kind(struct job *j)
{
    struct pw_strbuf endings = {0};
    pw_input_endings("and", &endings);
    pw_app_say(j->app, "%s: unknown kind of file; verify takes %s", j->file,
               pw_strbuf_text(&endings));
    pw_strbuf_clear(&endings);
    return PW_EXIT_DATA;
}

static int write_certificate(struct job *j)
{
    struct pw_app *app = j->app;
    if (!app->opt.certificate || j->result.judgement.verdict != PW_SAFE) return PW_EXIT_OK;
    if (!j->result.certificate.n) {
        pw_app_say(app, "%s: no certificate: the format has no place for what this proof uses",
                   j->file);
        return PW_EXIT_IO;
    }
    output_path(app, app->opt.certificate, j->file, ".cert", &j->certificate);
    int exit = pw_app_write(app, pw_strbuf_text(&j->certificate), &j->result.certificate);
    if (exit) pw_strbuf_reset(&j->certificate);
    return exit;
}

static void print_trace(const struct job *j, const char *path, struct pw_strbuf *out)
{
    const struct pw_execution *e = j->result.execution ? j->result.execution : j->result.candidate;
    if (ends_with(path, ".json")) {
        struct pw_json json;
        pw_json_start(&json, out);
        pw_execution_print_json(e, &json);
        pw_strbuf_putc(out, '\n');
    } else if (ends_with(path, ".svg")) {
        struct pw_strbuf title = {0};
        pw_strbuf_printf(&title, "%s: ", j->file);
        pw_verdict_print_line(&j->result, &title);
        pw_execution_print_svg(e, pw_strbuf_text(&title), out);
        pw_strbuf_clear(&title);
    } else {
        pw_execution_print_text(e, out);
    }
}

static int write_trace(struct job *j)
{
    struct pw_app *app = j->app;
    if (!app->opt.trace || (!j->result.execution && !j->result.candidate)) return PW_EXIT_OK;
    struct pw_strbuf path = {0}, text = {0};
    output_path(app, app->opt.trace, j->file, ".txt", &path);
    print_trace(j, pw_strbuf_text(&path), &text);
    int exit = pw_app_write(app, pw_strbuf_text(&path), &text);
    pw_strbuf_clear(&path);
    pw_strbuf_clear(&text);
    return exit;
}

static int write_basis(struct job *j)
{
    struct pw_app *app = j->app;
    if (!app->opt.basis || !j->result.basis_text.n) return PW_EXIT_OK;
    struct pw_strbuf path = {0};
    output_path(app, app->opt.basis, j->file, ".basis", &path);
    int exit = pw_app_write(app, pw_strbuf_text(&path), &j->result.basis_text);
    pw_strbuf_clear(&path);
    return exit;
}

/* The program of a .dr file, for its control flow; NULL for other inputs. */
static struct pw_program *program_of(struct job *j, const struct pw_source *src)
{
    const struct pw_input_kind *kind = pw_input_kind(pw_input_of(j->file));
    if (!kind || kind->in_c || !pw_input_is(j->file, PW_ABOUT_PROGRAM)) return NULL;
    struct pw_diags diags = {0};
    struct pw_program *p = pw_dr_parse(src, j->options.defines, j->options.ndefines, &diags);
    pw_diags_clear(&diags);
    return p;
}

static int write_report(struct job *j, const struct pw_source *src)
{
    struct pw_app *app = j->app;
    if (!app->opt.report) return PW_EXIT_OK;
    struct pw_strbuf path = {0}, page = {0};
    output_path(app, app->opt.report, j->file, ".html", &path);
    struct pw_program *program = program_of(j, src);
    struct pw_page all = {j->file, pw_machine_version(), src, &j->result, program};
    pw_html_print(&all, &page);
    pw_program_free(program);
    int exit = pw_app_write(app, pw_strbuf_text(&path), &page);
    pw_strbuf_clear(&path);
    pw_strbuf_clear(&page);
    return exit;
}

/* Reproducible builds have a way to fix the time. */
static long long now(void)
{
    const char *fixed = getenv("SOURCE_DATE_EPOCH");
    int64_t seconds;
    bool given = fixed && pw_decimal_read(fixed, strlen(fixed), 0, INT64_MAX, &seconds);
    return given ? (long long)seconds : (long long)time(NULL);
}

/* That the file can be read is known: it has been. */
static bool ghosts_of(const struct job *j, const struct pw_source *src, struct pw_cghosts *out)
{
    struct pw_coptions o = {.long_bits = j->options.ilp32 ? 32 : 64};
    struct pw_diags none = {0};
    struct pw_cfile file;
    bool good = pw_cfile_open(&file, src, &o, &none);
    pw_diags_clear(&none);
    if (!good) return false;
    pw_cghosts_find(&file, out);
    pw_cfile_close(&file);
    return true;
}

static int write_witness(struct job *j, const struct pw_source *src)
{
    struct pw_app *app = j->app;
    const struct pw_input_kind *kind = pw_input_kind(pw_input_of(j->file));
    if (!app->opt.witness || !kind || !kind->in_c || j->result.judgement.verdict == PW_UNKNOWN)
        return PW_EXIT_OK;
    struct pw_strbuf path = {0}, text = {0};
    struct pw_cghosts ghosts = {0};
    bool found = j->result.judgement.verdict == PW_SAFE && ghosts_of(j, src, &ghosts);
    struct pw_witness_task task = {.file = j->file,
                                   .src = src,
                                   .property = j->property,
                                   .version = pw_machine_version(),
                                   .ilp32 = j->options.ilp32,
                                   .time = now(),
                                   .ghosts = found ? &ghosts : NULL};
    output_path(app, app->opt.witness, j->file, ".yml", &path);
    pw_witness_print(&task, &j->result, &text);
    int exit = pw_app_write(app, pw_strbuf_text(&path), &text);
    if (found) pw_cghosts_clear(&ghosts);
    pw_strbuf_clear(&path);
    pw_strbuf_clear(&text);
    return exit;
}

static int print_verdict(struct job *j)
{
    struct pw_app *app = j->app;
    struct pw_strbuf out = {0};
    for (size_t i = 0; i < j->result.warnings.n; i++)
        pw_app_note(app, "%s: warning: %s", j->file, j->result.warnings.at[i]);
    if (app->opt.json) {
        pw_verdict_print_json(j->file, pw_machine_version(), &j->result, &out);
    } else {
        enum pw_detail detail = app->opt.quiet     ? PW_DETAIL_LINE
                                : app->opt.verbose ? PW_DETAIL_MORE
                                                   : PW_DETAIL_NORMAL;
        pw_verdict_print_text(j->file, &j->result, detail,
                              j->certificate.n ? pw_strbuf_text(&j->certificate) : NULL, &out);
    }
    int exit = pw_show_out(app, &out);
    pw_strbuf_clear(&out);
    return exit;
}

static int exit_of(enum pw_verdict v)
{
    return v == PW_SAFE ? PW_EXIT_OK : v == PW_UNSAFE ? PW_EXIT_UNSAFE : PW_EXIT_UNKNOWN;
}

static int deliver(struct job *j, const struct pw_source *src)
{
    j->delivered = true;
    int exit = write_certificate(j);
    exit = pw_exit_worse(exit, write_trace(j));
    exit = pw_exit_worse(exit, write_basis(j));
    exit = pw_exit_worse(exit, write_report(j, src));
    exit = pw_exit_worse(exit, write_witness(j, src));
    exit = pw_exit_worse(exit, print_verdict(j));
    return pw_exit_worse(exit, exit_of(j->result.judgement.verdict));
}

static int find_verdict(struct job *j, const struct pw_source *src)
{
    struct pw_diags diags = {0};
    pw_app_arm(j->app);
    pw_verify_source(src, pw_input_of(j->file), &j->options, &diags, &j->result);
    j->interrupted = pw_limits_interrupted();
    pw_app_disarm(j->app);
    int exit = pw_app_diags(j->app, &diags);
    pw_diags_clear(&diags);
    return exit;
}

static int decide(struct job *j, const struct pw_source *src)
{
    int exit = find_verdict(j, src);
    if (j->result.status == PW_VERIFY_DONE) exit = deliver(j, src);
    return exit;
}

/* --contracts. What is proved with contracts is proved; a bad run is looked for with the bodies:
 * with contracts it says nothing. */
static int decide_contracts(struct job *j, const struct pw_source *src)
{
    struct pw_source plain = {0};
    pw_defines given = {.at = (struct pw_define *)j->options.defines, .n = j->options.ndefines};
    enum pw_contracts_mode mode = (enum pw_contracts_mode)j->app->opt.contracts;
    unsigned used = 0;
    int exit = pw_contracts_plain(j->app, src, &given, mode, &plain, &used);
    j->options.ndefines = 0; /* constants are numbers now */
    if (!exit) exit = find_verdict(j, &plain);
    bool done = !exit && j->result.status == PW_VERIFY_DONE;
    if (done && used && j->result.judgement.verdict == PW_SAFE)
        pw_strbuf_printf(&j->result.rests_on, "; %u contract%s, proved, in place of procedures",
                         used, used == 1 ? "" : "s");
    if (done && used && j->result.judgement.verdict == PW_UNSAFE) {
        pw_source_clear(&plain);
        pw_verify_result_clear(&j->result);
        pw_verify_result_init(&j->result);
        exit = pw_contracts_plain(j->app, src, &given, PW_CONTRACTS_EXPAND, &plain, &used);
        if (!exit) exit = find_verdict(j, &plain);
        done = !exit && j->result.status == PW_VERIFY_DONE;
        struct pw_evidence e = {
            .stop = j->result.judgement.stop, .coverable = PW_YES, .precision = PW_OVER_CONTRACTS};
        if (done && j->result.judgement.verdict == PW_UNKNOWN)
            j->result.judgement = pw_verdict_of(&e);
    }
    if (done) exit = deliver(j, &plain);
    pw_source_clear(&plain);
    return exit;
}

/* With --json there is an object for every file, also for one that was not read. */
static int print_none(struct job *j, int exit)
{
    if (!j->app->opt.json || (exit != PW_EXIT_DATA && exit != PW_EXIT_NOINPUT)) return exit;
    struct pw_strbuf out = {0};
    pw_verdict_print_json_none(j->file, pw_machine_version(),
                               exit == PW_EXIT_DATA ? "bad-input" : "unreadable", &out);
    exit = pw_exit_worse(exit, pw_app_out(j->app, &out));
    pw_strbuf_clear(&out);
    return exit;
}

static int verify_file(struct job *j)
{
    struct pw_source src = {0}, beside = {0};
    int exit = pw_app_read(j->app, j->file, &src);
    if (!exit && pw_input_of(j->file) == PW_INPUT_OTHER) exit = refuse_kind(j);
    if (!exit) exit = pw_defines_fit(j->app, j->file);
    if (!exit) exit = read_beside(j, &beside);
    bool contracts = j->app->opt.contracts && pw_input_of(j->file) == PW_INPUT_DR;
    if (!exit) exit = contracts ? decide_contracts(j, &src) : decide(j, &src);
    pw_source_clear(&beside);
    pw_source_clear(&src);
    return j->delivered ? exit : print_none(j, exit);
}

/* --unsafe, --predicate and --invariant as lines, each freed with pw_mem_strfree. */
static void set_c_options(const struct pw_app *app, pw_lines *lines, struct pw_verify_options *o)
{
    pw_defines_lines(app, lines);
    o->integers = app->opt.integers;
    o->ilp32 = app->opt.data_model == 1;
    o->properties = (const char *const *)lines->at;
    o->nproperties = lines->n;
}

static void set_options(struct pw_app *app, const pw_defines *d, struct pw_verify_options *o)
{
    pw_verify_options_init(o);
    o->closure = (enum pw_closure_mode)app->opt.closure;
    o->no_prune = app->opt.no_prune;
    o->whole = app->opt.whole;
    o->certificate = app->opt.certificate != NULL;
    o->basis = app->opt.basis != NULL;
    o->explain = !app->opt.quiet || app->opt.json || app->opt.report;
    o->cubes = app->opt.json || app->opt.verbose || app->opt.report;
    o->template_text = app->opt.report != NULL;
    o->unneeded = o->all_words = app->opt.verbose > 0;
    o->suggest = app->opt.suggest;
    o->engine = pw_engines_name(app->opt.engine);
    o->method = app->opt.method;
    o->refine = app->opt.refine;
    o->expose = app->opt.expose;
    o->init = app->opt.init;
    o->target = app->opt.target;
    o->defines = d->at;
    o->ndefines = d->n;
    o->stage = print_stage;
    o->stage_arg = app;
}

/* --property: the file has to say what is decided anyway. */
static int read_property(struct pw_app *app, struct pw_strbuf *out)
{
    struct pw_source src = {0};
    if (!app->opt.property) return PW_EXIT_OK;
    int exit = pw_app_read(app, app->opt.property, &src);
    if (!exit && !pw_witness_property(&src, out)) {
        pw_app_say(app, "%s: this property is not decided here; only G ! call(reach_error()) is",
                   app->opt.property);
        exit = PW_EXIT_DATA;
    }
    pw_source_clear(&src);
    return exit;
}

int pw_cmd_verify(struct pw_app *app)
{
    pw_defines defines = {0};
    struct pw_strbuf property = {0};
    int exit = check_names(app);
    if (!exit) exit = read_property(app, &property);
    if (!exit) exit = pw_defines_split(app, &defines);
    exit = pw_exit_worse(exit, make_directory(app, app->opt.certificate));
    exit = pw_exit_worse(exit, make_directory(app, app->opt.trace));
    exit = pw_exit_worse(exit, make_directory(app, app->opt.basis));
    exit = pw_exit_worse(exit, make_directory(app, app->opt.report));
    exit = pw_exit_worse(exit, make_directory(app, app->opt.witness));
    bool stopped = exit != PW_EXIT_OK;
    for (size_t i = 0; i < app->n_files && !stopped; i++) {
        struct job j = {.app = app, .file = app->files[i]};
        if (property.n) j.property = pw_strbuf_text(&property);
        set_options(app, &defines, &j.options);
        set_c_options(app, &j.lines, &j.options);
        pw_verify_result_init(&j.result);
        exit = pw_exit_worse(exit, verify_file(&j));
        stopped = j.interrupted;
        pw_verify_result_clear(&j.result);
        pw_strbuf_clear(&j.certificate);
        for (size_t k = 0; k < j.lines.n; k++)
            pw_mem_strfree(j.lines.at[k]);
        pw_vec_clear(&j.lines);
    }
    pw_defines_clear(&defines);
    pw_strbuf_clear(&property);
    return exit;
}
