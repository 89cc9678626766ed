/* pwqo conform: does each thread conform to its abstract thread? */
#include <assert.h>
#include <string.h>

#include "base/json.h"
#include "base/mem.h"
#include "cli/app.h"
#include "cli/conform_propose.h"
#include "cli/defines.h"
#include "cli/machine.h"
#include "cli/takes.h"
#include "cli/two_programs.h"
#include "conform/obligations.h"
#include "conform/spare.h"
#include "front/dr/dr.h"
#include "report/conform_print.h"

struct conform_job {
    struct pw_app *app;
    const char *file;
    const struct pw_source *src;
    const struct pw_program *concrete, *abstract;
    struct pw_diags *diags;
    struct pw_strbuf out, questions;
    size_t checked; /* threads */
    bool failed;    /* some thread does not conform, or it is not known */
    struct pw_json json;
};

/* Conforming is worth little for these reasons. */
static void warn(struct conform_job *j, uint32_t t, const struct pw_conform_result *r)
{
    assert(t < j->concrete->ntemplates);
    const char *name = j->concrete->templates[t].name;
    if (r->no_start)
        pw_app_note(j->app, "%s: warning: thread '%s' cannot start: there is no initial state",
                    j->file, name);
    if (r->always_wrong)
        pw_app_note(j->app,
                    "%s: warning: thread '%s' conforms only because its abstract thread can always "
                    "fail",
                    j->file, name);
}

/* With -v: steps of the abstract thread that are never needed. */
static void note_spare(struct conform_job *j, uint32_t t)
{
    pw_uints steps = {0};
    assert(t < j->abstract->ntemplates);
    const struct pw_thread_template *a = &j->abstract->templates[t];
    pw_spare_find(j->concrete, j->abstract, t, &steps);
    for (size_t i = 0; i < steps.n; i++)
        pw_app_note(j->app,
                    "%s: thread '%s' conforms without this step of its abstract thread: line %u: "
                    "%s",
                    j->file, a->name, a->edges[steps.at[i]].pos.line, a->edges[steps.at[i]].text);
    pw_vec_clear(&steps);
}

/* An `init` between threads says nothing of one thread alone. */
static void note_inits(struct conform_job *j)
{
    for (size_t i = 0; i < j->concrete->ninits; i++)
        if (j->concrete->inits[i].class == PW_INTER_THREAD)
            pw_app_note(j->app,
                        "%s: the init of line %u relates threads: conformance, of one thread "
                        "alone, does not use it",
                        j->file, j->concrete->inits[i].pos.line);
}

static void print(struct conform_job *j, uint32_t t, const struct pw_machine *m,
                  const struct pw_conform_result *r)
{
    struct pw_conform_shown shown = {j->file, j->concrete, t, m, r, NULL};
    struct pw_missing missing = {0};
    if (j->app->opt.json) {
        pw_conform_print_json(&shown, &j->json);
        return;
    }
    if (r->verdict == PW_CONFORMS_NOT) {
        pw_missing_find(&missing, j->concrete, t, m, r);
        shown.missing = &missing;
    }
    pw_conform_print_text(&shown, &j->out);
    pw_strbuf_clear(&missing.text);
}

static int check_thread(struct conform_job *j, uint32_t t)
{
    static const int exits[] = {PW_EXIT_OK, PW_EXIT_UNSAFE, PW_EXIT_UNKNOWN};
    struct pw_machine m;
    struct pw_terms *terms = pw_terms_new();
    int exit = PW_EXIT_DATA;
    pw_machine_init(&m, terms, j->abstract, t);
    if (m.problem) {
        pw_diag_add(j->diags, PW_ERROR, j->src, m.problem_pos.offset, m.problem_pos.offset + 1,
                    NULL, "%s", m.problem);
    } else {
        struct pw_conform_result r;
        pw_conform_check(&r, j->concrete, t, &m);
        print(j, t, &m, &r);
        if (!j->app->opt.quiet) warn(j, t, &r);
        if (j->app->opt.verbose && r.verdict == PW_CONFORMS) note_spare(j, t);
        j->failed |= r.verdict != PW_CONFORMS;
        if (j->app->opt.obligations && r.verdict == PW_CONFORMS)
            pw_conform_obligations(j->concrete, j->abstract, t, &r.proof, &j->questions);
        assert((size_t)r.verdict < sizeof exits / sizeof *exits);
        exit = exits[r.verdict];
        pw_conform_clear(&r);
    }
    pw_machine_clear(&m);
    pw_terms_free(terms);
    return exit;
}

static bool is_wanted(const struct conform_job *j, uint32_t t)
{
    const char *only = j->app->opt.thread;
    return j->concrete->templates[t].abstract &&
           (!only || !strcmp(only, j->concrete->templates[t].name));
}

static int check_threads(struct conform_job *j)
{
    int exit = PW_EXIT_OK;
    if (!pw_dr_has_parts(j->concrete)) {
        pw_app_say(j->app, "%s has no abstract thread", j->file);
        return PW_EXIT_DATA;
    }
    const char *untaken = pw_program_untaken(j->concrete, 0);
    if (!untaken) untaken = pw_program_untaken(j->abstract, 0);
    if (untaken) {
        pw_app_say(j->app, "%s: abstract threads cannot be used here: %s", j->file, untaken);
        return PW_EXIT_DATA;
    }
    if (j->app->opt.json) {
        pw_json_head(&j->json, &j->out, pw_machine_version(), j->file);
        pw_json_text(&j->json, "command", "conform");
        pw_json_key(&j->json, "threads");
        pw_json_array(&j->json);
    }
    for (uint32_t t = 0; t < j->concrete->ntemplates; t++)
        if (is_wanted(j, t)) j->checked++, exit = pw_exit_worse(exit, check_thread(j, t));
    if (j->app->opt.json) {
        pw_json_end(&j->json);
        pw_json_end(&j->json);
        pw_strbuf_puts(&j->out, "\n");
    }
    if ((j->failed || j->app->opt.verbose) && !j->app->opt.quiet) note_inits(j);
    if (j->checked) return exit;
    pw_app_say(j->app, "%s has no abstract thread for a thread '%s'", j->file, j->app->opt.thread);
    return PW_EXIT_DATA;
}

static int write_questions(struct conform_job *j)
{
    struct pw_strbuf all = {0};
    if (!j->app->opt.obligations || !j->checked) return PW_EXIT_OK;
    pw_strbuf_puts(&all, "; every answer must be unsat\n(set-logic QF_LIA)\n");
    pw_strbuf_puts(&all, pw_strbuf_text(&j->questions));
    int exit = pw_app_write(j->app, j->app->opt.obligations, &all);
    pw_strbuf_clear(&all);
    return exit;
}

static int check_file(struct pw_app *app, const char *file)
{
    struct pw_two_programs two;
    struct pw_two_wishes wishes = {0};
    int exit = pw_two_programs_open(&two, app, file, &wishes);
    if (exit) return exit;
    struct conform_job j = {.app = app,
                            .file = strcmp(file, "-") ? file : "<stdin>",
                            .src = &two.src,
                            .concrete = two.concrete,
                            .abstract = two.abstract,
                            .diags = &two.diags};
    if (j.abstract) exit = check_threads(&j);
    int said = pw_app_diags(app, j.diags);
    exit = pw_exit_worse(exit, said);
    if (!said && j.checked && j.out.n) exit = pw_exit_worse(exit, pw_app_out(app, &j.out));
    if (!said) exit = pw_exit_worse(exit, write_questions(&j));
    pw_strbuf_clear(&j.out);
    pw_strbuf_clear(&j.questions);
    pw_two_programs_close(&two);
    return exit;
}

int pw_cmd_conform(struct pw_app *app)
{
    int exit = PW_EXIT_OK;
    if (app->n_files > 1 && app->opt.obligations)
        return pw_app_usage(app, "--obligations is for one file");
    if (app->opt.propose && (app->n_files > 1 || app->opt.obligations || app->opt.thread))
        return pw_app_usage(app, "--propose is for one file, without --obligations and --thread");
    for (size_t i = 0; i < app->n_files; i++) {
        if (pw_takes(app, app->files[i], PW_TAKES_PROGRAMS)) return PW_EXIT_DATA;
        if (pw_defines_fit(app, app->files[i])) return PW_EXIT_DATA;
        exit = pw_exit_worse(exit, app->opt.propose ? pw_conform_propose(app, app->files[i])
                                                    : check_file(app, app->files[i]));
    }
    return exit;
}
