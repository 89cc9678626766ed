/* pwqo conform: does each thread conform to its abstract thread? */
#include <assert.h>
#include <string.h>

#include "base/json.h"
#include "base/mem.h"
#include "cli/app.h"
#include "cli/conform_propose.h"
#include "cli/defines.h"
#include "cli/machine.h"
#include "cli/two_programs.h"
#include "conform/conform.h"
#include "conform/missing.h"
#include "conform/obligations.h"
#include "conform/spare.h"
#include "front/dr/dr.h"

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

static const char *const reasons[] = {"", "step", "assertion", "label", "predicates"};

/* "pendingIO 0 -> 1" for what a step changes, or what it finds. */
static void print_shared(struct conform_job *j, const struct pw_conform_step *s)
{
    const struct pw_program *p = j->concrete;
    const char *sep = "  ";
    for (size_t i = 0; i < p->nshared; i++) {
        pw_strbuf_printf(&j->out, "%s%s ", sep, p->shared[i].name);
        pw_int_print(&s->before[i], &j->out);
        if (!pw_int_eq(&s->before[i], &s->after[i])) {
            pw_strbuf_puts(&j->out, " -> ");
            pw_int_print(&s->after[i], &j->out);
        }
        sep = ", ";
    }
}

static void print_places(struct conform_job *j, const struct pw_machine *m, const bool *places)
{
    assert(m->p->ntemplates > m->template);
    const struct pw_thread_template *a = &m->p->templates[m->template];
    const char *sep = "  abstract: ";
    for (size_t x = 0; x < m->places.n; x++) {
        if (!places[x]) continue;
        pw_strbuf_printf(&j->out, "%s%s", sep, a->locs[m->places.at[x].loc].name);
        for (size_t i = 0; i < a->nlocals; i++)
            pw_strbuf_printf(&j->out, " %s=%lld", a->locals[i].name,
                             (long long)m->places.at[x].values[i]);
        sep = " | ";
    }
}

/* What other threads have changed since the step before. */
static void print_others(struct conform_job *j, const struct pw_conform_step *s)
{
    const struct pw_program *p = j->concrete;
    const char *sep = "       others   ";
    for (size_t i = 0; i < p->nshared; i++) {
        if (pw_int_eq(&s[-1].after[i], &s->before[i])) continue;
        pw_strbuf_printf(&j->out, "%s%s becomes ", sep, p->shared[i].name);
        pw_int_print(&s->before[i], &j->out);
        sep = ", ";
    }
    if (*sep == ',') pw_strbuf_puts(&j->out, "\n");
}

static void print_missing(struct conform_job *j, uint32_t t, const struct pw_machine *m,
                          const struct pw_conform_result *r)
{
    struct pw_missing x;
    pw_missing_find(&x, j->concrete, t, m, r);
    if (x.found)
        pw_strbuf_printf(&j->out,
                         "  would do: assert(%s) at line %u of the abstract thread; then verify "
                         "must prove it\n",
                         pw_strbuf_text(&x.text), m->p->templates[t].locs[x.loc].pos.line);
    pw_strbuf_clear(&x.text);
}

static void print_trace(struct conform_job *j, uint32_t t, const struct pw_machine *m,
                        const struct pw_conform_result *r)
{
    assert(t < j->concrete->ntemplates);
    const struct pw_thread_template *a = &j->concrete->templates[t];
    for (size_t i = 0; i < r->ntrace; i++) {
        const struct pw_conform_step *s = &r->trace[i];
        if (i && s->edge >= 0) print_others(j, s);
        if (s->edge < 0) {
            pw_strbuf_printf(&j->out, "  %3zu  at %s", i + 1, a->locs[s->loc].name);
        } else {
            assert((uint64_t)s->edge < a->nedges);
            const struct pw_edge *e = &a->edges[s->edge];
            pw_strbuf_printf(&j->out, "  %3zu  line %u  %s", i + 1, e->pos.line, e->text);
            print_shared(j, s);
        }
        print_places(j, m, s->places);
        pw_strbuf_puts(&j->out, "\n");
    }
    pw_strbuf_puts(&j->out, "  note: other threads may change shared variables between the steps; "
                            "this need not be a run of the program\n");
    print_missing(j, t, m, r);
}

/* The step that the abstract thread does not have, or that fails: line and text. */
static void print_reason(struct conform_job *j, uint32_t t, const struct pw_conform_result *r)
{
    assert(t < j->concrete->ntemplates);
    const struct pw_thread_template *a = &j->concrete->templates[t];
    const struct pw_conform_step *last = &r->trace[r->ntrace - 1];
    bool step = r->reason == PW_CONFORM_STEP;
    int64_t edge = !step ? last->edge : r->ntrace > 1 ? last[-1].edge : PW_NONE;
    if (edge < 0 && step) {
        pw_strbuf_puts(&j->out, ": its abstract thread cannot start where it starts");
    } else if (edge < 0) {
        pw_strbuf_printf(&j->out, ": its abstract thread is at no place with the labels of line %u",
                         a->locs[last->loc].pos.line);
    } else {
        const struct pw_edge *e = &a->edges[edge];
        pw_strbuf_printf(&j->out, ": its abstract thread has no %s for line %u: %s",
                         step ? "step" : "failure", e->pos.line, e->text);
    }
}

static void print_text(struct conform_job *j, uint32_t t, const struct pw_machine *m,
                       const struct pw_conform_result *r)
{
    static const char *const word[] = {"CONFORMS", "DOES NOT CONFORM", "UNKNOWN"};
    pw_strbuf_printf(&j->out, "%s: %s %s", j->file, j->concrete->templates[t].name,
                     word[r->verdict]);
    if (r->verdict == PW_CONFORMS_NOT)
        print_reason(j, t, r);
    else if (r->verdict == PW_CONFORMS_UNKNOWN)
        pw_strbuf_puts(&j->out, ": with these predicates over its local variables an error cannot "
                                "be excluded");
    pw_strbuf_printf(&j->out, " (%zu places, %zu pairs)\n", r->places, r->pairs);
    if (r->verdict == PW_CONFORMS_NOT) print_trace(j, t, m, r);
    if (r->verdict == PW_CONFORMS_UNKNOWN)
        pw_strbuf_puts(&j->out,
                       "  hint: write a predicate over local variables inside the thread\n");
}

static void json_values(struct conform_job *j, const char *key, const struct pw_var *vars, size_t n,
                        const pw_int *values)
{
    struct pw_strbuf text = {0};
    pw_json_key(&j->json, key);
    pw_json_object(&j->json);
    for (size_t i = 0; i < n; i++) {
        pw_strbuf_clear(&text);
        pw_int_print(&values[i], &text);
        pw_json_key(&j->json, vars[i].name);
        pw_json_number(&j->json, pw_strbuf_text(&text));
    }
    pw_json_end(&j->json);
    pw_strbuf_clear(&text);
}

static void json_step(struct conform_job *j, uint32_t t, const struct pw_machine *m,
                      const struct pw_conform_step *s)
{
    assert(t < j->concrete->ntemplates);
    const struct pw_thread_template *a = &j->concrete->templates[t];
    const struct pw_edge *e = s->edge < 0 ? NULL : &a->edges[s->edge];
    pw_json_object(&j->json);
    pw_json_key(&j->json, "line");
    pw_json_int(&j->json, e ? e->pos.line : a->locs[s->loc].pos.line);
    pw_json_key(&j->json, "statement");
    if (e)
        pw_json_string(&j->json, e->text);
    else
        pw_json_null(&j->json);
    json_values(j, "shared", j->concrete->shared, j->concrete->nshared, s->before);
    json_values(j, "shared'", j->concrete->shared, j->concrete->nshared, s->after);
    json_values(j, "local", a->locals, a->nlocals, s->locals);
    pw_json_key(&j->json, "abstract");
    pw_json_array(&j->json);
    for (size_t x = 0; x < m->places.n; x++)
        if (s->places[x])
            pw_json_string(&j->json, m->p->templates[m->template].locs[m->places.at[x].loc].name);
    pw_json_end(&j->json);
    pw_json_end(&j->json);
}

static void print_json(struct conform_job *j, uint32_t t, const struct pw_machine *m,
                       const struct pw_conform_result *r)
{
    static const char *const word[] = {"conforms", "does-not-conform", "unknown"};
    pw_json_object(&j->json);
    pw_json_key(&j->json, "thread");
    assert(t < j->concrete->ntemplates);
    pw_json_string(&j->json, j->concrete->templates[t].name);
    pw_json_key(&j->json, "verdict");
    assert((size_t)r->verdict < sizeof word / sizeof *word);
    pw_json_string(&j->json, word[r->verdict]);
    pw_json_key(&j->json, "reason");
    if (r->reason)
        pw_json_string(&j->json, reasons[r->reason]);
    else
        pw_json_null(&j->json);
    const char *names[] = {"places", "locations", "predicates", "pairs", "checks"};
    size_t values[] = {r->places, j->concrete->templates[t].nlocs, r->predicates, r->pairs,
                       r->checks};
    for (size_t i = 0; i < 5; i++) {
        pw_json_key(&j->json, names[i]);
        pw_json_int(&j->json, (int64_t)values[i]);
    }
    pw_json_key(&j->json, "trace");
    pw_json_array(&j->json);
    for (size_t i = 0; r->verdict == PW_CONFORMS_NOT && i < r->ntrace; i++)
        json_step(j, t, m, &r->trace[i]);
    pw_json_end(&j->json);
    pw_json_end(&j->json);
}

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
        if (j->app->opt.json)
            print_json(j, t, &m, &r);
        else
            print_text(j, t, &m, &r);
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
        if (pw_defines_fit(app, app->files[i])) return PW_EXIT_DATA;
        exit = pw_exit_worse(exit, app->opt.propose ? pw_conform_propose(app, app->files[i])
                                                    : check_file(app, app->files[i]));
    }
    return exit;
}
