/* pwqo modular: procedures with contracts, each thread and procedure checked alone. */
#include <assert.h>
#include <string.h>

#include "base/mem.h"
#include "cli/app.h"
#include "cli/defines.h"
#include "cli/infer_pairs.h"
#include "cli/takes.h"
#include "modular/infer.h"
#include "modular/read.h"
#include "modular/resolve.h"
#include "modular/search.h"
#include "report/modular_print.h"

struct modular_job {
    struct pw_app *app;
    const char *file;
    struct pw_source src;
    struct pw_diags diags;
    struct pw_mtree tree;
    struct pw_mreport report;
    struct pw_mverdict verdict;
    struct pw_infer_result inferred;
    struct pw_strbuf out, run, words;
};

static int exit_of(enum pw_verdict v)
{
    return v == PW_SAFE ? PW_EXIT_OK : v == PW_UNSAFE ? PW_EXIT_UNSAFE : PW_EXIT_UNKNOWN;
}

/* "unit.line.kind.k.smt2" in the directory, with where it comes from as a comment. */
static int write_questions(struct modular_job *j)
{
    const struct pw_mreport *r = &j->report;
    int exit = PW_EXIT_OK;
    for (size_t i = 0; i < r->units.n; i++)
        for (size_t k = 0; k < r->units.at[i].findings.n && !exit; k++) {
            const struct pw_munit_result *u = &r->units.at[i];
            assert(k < u->findings.n);
            const struct pw_mfinding *f = &u->findings.at[k];
            unsigned line = pw_mtree_place(r->t, f->ob.first).line;
            struct pw_strbuf path = {0}, text = {0};
            pw_strbuf_printf(&path, "%s/%s.%u.%s.%zu.smt2", j->app->opt.smt,
                             u->unit ? pw_mtree_text(r->t, u->unit->name) : "file", line,
                             pw_mob_name(f->ob.kind), k);
            pw_strbuf_printf(&text, "; %s:%u: %s\n(set-info :status %s)\n", j->src.name, line,
                             pw_mob_name(f->ob.kind), f->result == PW_MR_PROVED ? "unsat" : "sat");
            pw_strbuf_puts(&text, f->smt);
            exit = pw_app_write(j->app, pw_strbuf_text(&path), &text);
            pw_strbuf_clear(&path);
            pw_strbuf_clear(&text);
        }
    return exit;
}

static void conclude(struct modular_job *j)
{
    const struct pw_mreport *r = &j->report;
    struct pw_mverdict *v = &j->verdict;
    v->verdict = r->failed + r->unknown ? PW_UNKNOWN : PW_SAFE;
    if (r->failed)
        v->reason = "obligation";
    else if (r->unknown)
        v->reason = "instances";
    else if (j->app->opt.unit) {
        v->verdict = PW_UNKNOWN; /* nothing is said of the other units */
        v->reason = "one unit only";
    }
}

/* By enum pw_search_kind: "the assertion at line 3 fails". */
static const struct {
    const char *what, *does;
} found[] = {[PW_FOUND_ASSERT] = {"assertion", "fails"},
             [PW_FOUND_UNSAFE] = {"property", "fails"},
             [PW_FOUND_INVARIANT] = {"invariant", "is broken"},
             [PW_FOUND_ASSUMPTION] = {"assumption", "is broken"},
             [PW_FOUND_CONTRACT] = {"contract", "is broken"},
             [PW_FOUND_CLAIM] = {"claim", "is broken"}};

static void describe(struct modular_job *j, const struct pw_search_result *r)
{
    unsigned line = pw_mtree_place(&j->tree, r->first).line;
    pw_strbuf_reset(&j->words);
    pw_strbuf_reset(&j->run);
    assert(r->kind < sizeof found / sizeof *found);
    if (!found[r->kind].what) return;
    pw_strbuf_printf(&j->words, "the %s at line %u %s with %u thread%s", found[r->kind].what, line,
                     found[r->kind].does, r->threads, r->threads == 1 ? "" : "s");
    pw_search_print(&j->tree, r, &j->run);
}

/* A real run after a failure: of one thread, two, three. */
static void look_for_run(struct modular_job *j)
{
    struct pw_mverdict *v = &j->verdict;
    for (uint32_t n = 1; n <= 3 && v->verdict == PW_UNKNOWN; n++) {
        struct pw_search_limits limits = {.threads = n,
                                          .objects = (uint32_t)j->app->opt.objects,
                                          .width = 12,
                                          .states = 300000,
                                          .seconds = j->app->opt.replay / 2};
        struct pw_search_result r;
        bool done = pw_search_run(&j->tree, j->report.automata, &limits, &r);
        if (done && r.kind != PW_FOUND_NOTHING && !r.loose) {
            bool real = r.kind == PW_FOUND_ASSERT || r.kind == PW_FOUND_UNSAFE;
            if (real || !v->words) {
                describe(j, &r);
                v->words = pw_strbuf_text(&j->words);
                v->run = &j->run;
                v->reason = real ? "replayed" : "annotation-refuted";
                if (real) v->verdict = PW_UNSAFE;
            }
        }
        pw_search_clear(&r);
        if (!done) return;
    }
}

/* --explore=N */
static int explore(struct modular_job *j)
{
    struct pw_search_limits limits = {.threads = (uint32_t)j->app->opt.search_threads,
                                      .objects = (uint32_t)j->app->opt.objects,
                                      .width = 12,
                                      .states = 1000000};
    struct pw_search_result r;
    struct pw_automaton *automata = PW_NEWS(struct pw_automaton, j->tree.procs.n + 1);
    for (size_t i = 0; i < j->tree.procs.n; i++)
        pw_automaton_make(&automata[i], &j->tree.procs.at[i]->contract);
    int exit = PW_EXIT_UNKNOWN;
    if (!pw_search_run(&j->tree, automata, &limits, &r)) {
        pw_app_say(j->app, "%s: recursion, or too large to expand", j->file);
        exit = PW_EXIT_DATA;
    } else {
        describe(j, &r);
        pw_strbuf_write(&j->out, pw_strbuf_text(&j->run), j->run.n);
        pw_strbuf_printf(&j->out, "%s: %llu states of %u threads: %s%s\n", j->src.name,
                         (unsigned long long)r.states, limits.threads,
                         r.kind ? pw_strbuf_text(&j->words) : "nothing is broken",
                         r.complete && !r.truncated ? "" : " (not all states)");
        exit = pw_app_out(j->app, &j->out);
        if (!exit)
            exit = r.kind && !r.loose           ? PW_EXIT_UNSAFE
                   : r.complete && !r.truncated ? PW_EXIT_OK
                                                : PW_EXIT_UNKNOWN;
    }
    pw_search_clear(&r);
    for (size_t i = 0; i < j->tree.procs.n; i++)
        pw_automaton_clear(&automata[i]);
    PW_FREES(automata, j->tree.procs.n + 1);
    return exit;
}

static int check(struct modular_job *j)
{
    struct pw_app *app = j->app;
    struct pw_moptions o = {.first = app->opt.first,
                            .list = app->opt.list_obligations,
                            .smt = app->opt.smt != NULL,
                            .only = app->opt.unit};
    int exit;
    if (!pw_modular_check(&j->tree, &o, &j->diags, &j->report))
        exit = pw_app_diags(app, &j->diags);
    else {
        exit = pw_app_diags(app, &j->diags);
        conclude(j);
        if (j->report.failed + j->report.unknown && app->opt.replay > 0 && !o.list) look_for_run(j);
        if (app->opt.json)
            pw_mprint_json(&j->report, &j->verdict, &j->out);
        else
            pw_mprint_text(&j->report, &j->verdict, o.list, &j->out);
        if (!exit && o.smt) exit = write_questions(j);
        if (!exit) exit = pw_app_out(app, &j->out);
        if (!exit && !o.list) exit = exit_of(j->verdict.verdict);
    }
    pw_modular_clear(&j->report);
    return exit;
}

/* --infer: from here on the program is that with what was found. False: it has errors. */
static bool infer(struct modular_job *j, const pw_defines *defines, int *exit)
{
    pw_infer_texts pairs = {0};
    pw_infer_pairs(&j->src, defines, &pairs);
    struct pw_infer_input in = {.src = &j->src,
                                .defines = defines->at,
                                .ndefines = defines->n,
                                .invariants = (const char *const *)pairs.at,
                                .ninvariants = pairs.n};
    struct pw_infer_result *r = &j->inferred;
    bool ok = pw_infer_run(&in, &j->diags, r);
    pw_infer_texts_clear(&pairs);
    if (!ok) return false;
    struct pw_source annotated;
    pw_source_from_text(&annotated, j->src.name, pw_strbuf_text(&r->text), r->text.n);
    pw_source_clear(&j->src);
    j->src = annotated;
    if (!r->proved && !j->app->opt.quiet)
        pw_strbuf_write(&r->lines, pw_strbuf_text(&r->lost), r->lost.n);
    j->verdict.inferred = &r->lines;
    if (j->app->opt.verbose)
        pw_app_note(j->app, "%zu guesses, %zu refuted by runs, %u rounds, %zu kept", r->guesses,
                    r->refuted, r->rounds, r->kept);
    if (j->app->opt.annotated) *exit = pw_app_write(j->app, j->app->opt.annotated, &r->text);
    return true;
}

static int one_file(struct pw_app *app, const char *file)
{
    struct modular_job j = {.app = app, .file = file};
    pw_defines defines = {0};
    int exit = pw_takes(app, file, PW_TAKES_DR);
    if (!exit) exit = pw_app_read(app, file, &j.src);
    if (exit) return exit;
    exit = pw_defines_split(app, &defines);
    if (!exit && app->opt.infer && !infer(&j, &defines, &exit)) exit = pw_app_diags(app, &j.diags);
    bool read = !exit, ok = read && pw_read_program(&j.src, &j.diags, &j.tree);
    if (ok) ok = pw_resolve_program(&j.tree, defines.at, defines.n, &j.diags);
    if (ok)
        exit = app->opt.search_threads ? explore(&j) : check(&j);
    else if (!exit)
        exit = pw_app_diags(app, &j.diags);
    if (read) pw_mtree_clear(&j.tree);
    pw_infer_clear(&j.inferred);
    pw_strbuf_clear(&j.out);
    pw_strbuf_clear(&j.run);
    pw_strbuf_clear(&j.words);
    pw_defines_clear(&defines);
    pw_diags_clear(&j.diags);
    pw_source_clear(&j.src);
    return exit;
}

int pw_cmd_modular(struct pw_app *app)
{
    int exit = PW_EXIT_OK;
    for (size_t i = 0; i < app->n_files; i++)
        exit = pw_exit_worse(exit, one_file(app, app->files[i]));
    return exit;
}
