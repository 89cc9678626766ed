#include "cli/contracts.h"

#include <assert.h>

#include "abst/axioms.h"
#include "base/mem.h"
#include "front/dr/dr.h"
#include "front/dr/format.h"
#include "modular/plain.h"
#include "modular/read.h"
#include "modular/resolve.h"

/* Checks all obligations; use: per procedure, whether its contract stands for it; closed: all are
 * proved. */
static bool choose(struct pw_app *app, struct pw_mtree *t, struct pw_diags *diags, bool *use,
                   unsigned *used, bool *closed)
{
    struct pw_moptions o = {.no_vacuity = true};
    struct pw_mreport report;
    unsigned given = 0;
    bool ok = pw_modular_check(t, &o, diags, &report);
    *used = ok ? pw_plain_usable(&report, use) : 0;
    *closed = ok && !report.failed && !report.unknown;
    for (size_t i = 0; i < t->procs.n; i++)
        given += t->procs.at[i]->contract.given;
    assert(*used <= given);
    if (ok && *used < given)
        pw_app_note(app,
                    "%s: note: %u of %u contracts are not used: not proved, or they rest on "
                    "assumptions and invariants that are not proved",
                    t->lexer.src->name, given - *used, given);
    pw_modular_clear(&report);
    return ok;
}

/* The text in canonical layout, as --plain writes it: certificates are of these bytes. */
static int lay_out(struct pw_app *app, const struct pw_mtree *t, struct pw_strbuf *raw,
                   struct pw_source *plain)
{
    struct pw_strbuf text = {0};
    struct pw_diags diags = {0};
    struct pw_source src;
    pw_source_from_text(&src, t->lexer.src->name, pw_strbuf_text(raw), raw->n);
    bool ok = pw_format_source(&src, &diags, &text);
    int exit = pw_app_diags(app, &diags);
    if (ok) pw_source_from_text(plain, t->lexer.src->name, pw_strbuf_text(&text), text.n);
    if (ok && app->opt.plain) exit = pw_app_write(app, app->opt.plain, &text);
    pw_source_clear(&src);
    pw_strbuf_clear(&text);
    pw_diags_clear(&diags);
    return exit;
}

/* Of the invariants that the text states, those are kept that are axioms of the abstraction
 * (abst/axioms.h): inductive in the plain program. The others are proved, too, but not there. */
static void keep_axioms(const struct pw_mtree *t, const struct pw_strbuf *text, bool *lines)
{
    struct pw_source src;
    struct pw_diags diags = {0};
    struct pw_axioms x = {0};
    size_t next = 0, kept = 0;
    pw_source_from_text(&src, t->lexer.src->name, pw_strbuf_text((struct pw_strbuf *)text),
                        text->n);
    struct pw_program *p = pw_dr_parse(&src, NULL, 0, &diags);
    if (p) pw_axioms_find(&x, p);
    for (size_t line = 0; line < pw_plain_lines(t); line++) {
        if (!lines[line]) continue;
        lines[line] = p && kept < x.stated.n && x.stated.at[kept] == &p->invariants[next];
        kept += lines[line];
        next++;
    }
    assert(!p || (next <= p->ninvariants && kept <= x.stated.n)); /* then those of identities */
    pw_axioms_clear(&x);
    pw_program_free(p);
    pw_diags_clear(&diags);
    pw_source_clear(&src);
}

static bool plain_text(const struct pw_mtree *t, const bool *use, bool closed,
                       struct pw_strbuf *text, struct pw_plain_problem *problem)
{
    size_t n = pw_plain_lines(t);
    struct pw_plain_choice choice = {.use = use, .assumed = closed};
    if (closed && n) choice.lines = PW_NEWS(bool, n);
    for (size_t i = 0; choice.lines && i < n; i++)
        choice.lines[i] = true;
    bool ok = pw_plain_write(t, choice, text, problem);
    if (ok && choice.lines) {
        keep_axioms(t, text, choice.lines);
        pw_strbuf_reset(text);
        ok = pw_plain_write(t, choice, text, problem);
    }
    if (choice.lines) PW_FREES(choice.lines, n);
    return ok;
}

static int write_plain(struct pw_app *app, struct pw_mtree *t, const bool *use, bool closed,
                       struct pw_source *plain)
{
    struct pw_strbuf text = {0};
    struct pw_plain_problem problem;
    int exit = PW_EXIT_OK;
    if (plain_text(t, use, closed, &text, &problem))
        exit = lay_out(app, t, &text, plain);
    else {
        pw_app_say(app, "%s:%u: verify takes no such program: %s; pwqo modular does",
                   t->lexer.src->name, pw_mtree_place(t, problem.token).line, problem.why);
        exit = PW_EXIT_DATA;
    }
    pw_strbuf_clear(&text);
    return exit;
}

int pw_contracts_plain(struct pw_app *app, const struct pw_source *src, const pw_defines *defines,
                       enum pw_contracts_mode mode, struct pw_source *plain, unsigned *used)
{
    struct pw_diags diags = {0};
    struct pw_mtree t;
    *used = 0;
    assert(mode != PW_CONTRACTS_NO);
    bool ok =
        pw_read_program(src, &diags, &t) && pw_resolve_program(&t, defines->at, defines->n, &diags);
    bool *use = PW_NEWS(bool, t.procs.n + 1), closed = false;
    if (ok && mode == PW_CONTRACTS_USE) ok = choose(app, &t, &diags, use, used, &closed);
    int exit = pw_app_diags(app, &diags);
    if (ok) exit = write_plain(app, &t, use, closed, plain);
    PW_FREES(use, t.procs.n + 1);
    pw_mtree_clear(&t);
    pw_diags_clear(&diags);
    return exit;
}
