/* dispatch.c -- a problem that has been read goes to the engines that take it, or is split. */
#include <assert.h>

#include "base/mem.h"
#include "engine/composition.h"
#include "engine/engine.h"
#include "engine/invariants.h"
#include "engine/numbers.h"
#include "engine/tryout.h"
#include "engine/where.h"

static void run_engines(struct pw_job *j, const struct pw_problem *p,
                        const struct pw_input_text *text)
{
    const struct pw_engine **chosen = PW_NEWS(const struct pw_engine *, pw_engines_count());
    struct pw_strbuf why = {0};
    size_t n = pw_engines_choose(j->options, p, chosen, &why);
    if (n)
        pw_turns_run(chosen, n, j, p, text);
    else
        pw_diag_add(j->diags, PW_ERROR, j->src, 0, 0, NULL, "%s", pw_strbuf_text(&why));
    if (n && p->about == PW_ABOUT_PROGRAM) pw_invariants_check(j, p->program);
    if (n && !j->diags->errors && pw_verdict_of(&j->evidence).verdict == PW_UNKNOWN)
        pw_tryout(j, p, text);
    pw_strbuf_clear(&why);
    PW_FREES(chosen, pw_engines_count());
}

void pw_verify_engines(struct pw_job *j, const struct pw_problem *p,
                       const struct pw_input_text *text)
{
    assert(j->result && j->options);
    if (p->about == PW_ABOUT_PROGRAM && pw_composition_wanted(j, p))
        pw_composition_run(j, p, text);
    else
        run_engines(j, p, text);
    j->result->counted = pw_numbers_fixed(p);
    j->result->exactly = p->about == PW_ABOUT_PROGRAM && !j->result->counted &&
                         pw_program_uses(p->program) & PW_USES_EVERY;
    if (p->about != PW_ABOUT_PROGRAM || pw_verdict_of(&j->evidence).verdict != PW_SAFE) return;
    pw_numbers_warn(j, p->program);
    pw_where_explain(p->program, j->result);
}
