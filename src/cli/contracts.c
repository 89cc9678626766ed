#include "cli/contracts.h"

#include <assert.h>

#include "base/mem.h"
#include "front/dr/format.h"
#include "modular/plain.h"
#include "modular/read.h"
#include "modular/resolve.h"

/* Checks all obligations; use: per procedure, whether its contract stands for it. */
static bool choose(struct pw_app *app, struct pw_mtree *t, struct pw_diags *diags, bool *use,
                   unsigned *used)
{
    struct pw_moptions o = {.no_vacuity = true};
    struct pw_mreport report;
    unsigned given = 0;
    bool ok = pw_modular_check(t, &o, diags, &report);
    *used = ok ? pw_plain_usable(&report, use) : 0;
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

/* --plain: in canonical layout. */
static int keep_plain(struct pw_app *app, const struct pw_source *plain)
{
    struct pw_strbuf text = {0};
    struct pw_diags diags = {0};
    bool ok = pw_format_source(plain, &diags, &text);
    int exit = pw_app_diags(app, &diags);
    if (ok) exit = pw_app_write(app, app->opt.plain, &text);
    pw_strbuf_clear(&text);
    pw_diags_clear(&diags);
    return exit;
}

static int write_plain(struct pw_app *app, struct pw_mtree *t, const bool *use,
                       struct pw_source *plain)
{
    struct pw_strbuf text = {0};
    struct pw_plain_problem problem;
    int exit = PW_EXIT_OK;
    if (pw_plain_write(t, use, &text, &problem))
        pw_source_from_text(plain, t->lexer.src->name, pw_strbuf_text(&text), text.n);
    else {
        pw_app_say(app, "%s:%u: verify takes no such program: %s; pwqo modular does",
                   t->lexer.src->name, pw_mtree_place(t, problem.token).line, problem.why);
        exit = PW_EXIT_DATA;
    }
    pw_strbuf_clear(&text);
    if (!exit && app->opt.plain) exit = keep_plain(app, plain);
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
    bool *use = PW_NEWS(bool, t.procs.n + 1);
    if (ok && mode == PW_CONTRACTS_USE) ok = choose(app, &t, &diags, use, used);
    int exit = pw_app_diags(app, &diags);
    if (ok) exit = write_plain(app, &t, use, plain);
    PW_FREES(use, t.procs.n + 1);
    pw_mtree_clear(&t);
    pw_diags_clear(&diags);
    return exit;
}
