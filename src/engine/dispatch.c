/* dispatch.c -- a problem that has been read goes to the engines that take it, or is split. */
#include <assert.h>

#include "base/mem.h"
#include "engine/composition.h"
#include "engine/engine.h"
#include "engine/invariants.h"
#include "engine/numbers.h"
#include "engine/tryout.h"
#include "prog/wide.h"
#include "report/where.h"

/* An engine that has no answer about integers says nothing about values one by one: what it has
 * found on its way is no reason and no hint. */
static void after_wide(void *arg, struct pw_job *j)
{
    (void)arg;
    assert(j->result && j->diags);
    if (pw_verdict_of(&j->evidence).verdict != PW_UNKNOWN) return;
    struct pw_verify_result fresh;
    pw_verify_result_init(&fresh);
    fresh.input = j->result->input;
    fresh.engine = j->result->engine;
    fresh.raced = j->result->raced;
    pw_verify_result_clear(j->result);
    *j->result = fresh;
    j->evidence = (struct pw_evidence){.coverable = PW_UNDECIDED, .on_template = PW_UNDECIDED};
}

/* A program with large ranges also takes part as one without them, first: engines that see values
 * one by one are soon lost in them, and those that do not are soon done. */
static void race(struct pw_job *j, const struct pw_problem *p, const struct pw_input_text *text,
                 const struct pw_engine **chosen, size_t n)
{
    struct pw_problem wide = {.about = p->about};
    assert(n > 0 && n <= pw_engines_count());
    if (p->about == PW_ABOUT_PROGRAM) wide.program = pw_program_wide(p->program, PW_WIDE_VALUES);
    if (!wide.program) {
        pw_turns_run(chosen, n, j, p, text);
        return;
    }
    const struct pw_engine **also = PW_NEWS(const struct pw_engine *, pw_engines_count());
    struct pw_contestant *c = PW_NEWS(struct pw_contestant, 2 * pw_engines_count());
    struct pw_strbuf why = {0};
    size_t m = pw_engines_choose(j->options, &wide, also, &why), k = 0;
    for (size_t i = 0; i < m; i++)
        c[k++] = (struct pw_contestant){.engine = also[i],
                                        .problem = &wide,
                                        .after = after_wide,
                                        .of = " with large ranges as integers"};
    for (size_t i = 0; i < n; i++)
        c[k++] = (struct pw_contestant){.engine = chosen[i], .problem = p};
    assert(k == m + n && k <= 2 * pw_engines_count());
    pw_turns_race(c, k, j, text);
    pw_strbuf_clear(&why);
    PW_FREES(c, 2 * pw_engines_count());
    PW_FREES(also, pw_engines_count());
    pw_program_free(wide.program);
}

static void run_engines(struct pw_job *j, const struct pw_problem *p,
                        const struct pw_input_text *text)
{
    const struct pw_engine **chosen = PW_NEWS(const struct pw_engine *, pw_engines_count());
    struct pw_strbuf why = {0};
    size_t n = pw_engines_choose(j->options, p, chosen, &why);
    if (n)
        race(j, p, text, chosen, n);
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
    pw_numbers_say(p, &j->result->numbers);
    j->result->exactly = p->about == PW_ABOUT_PROGRAM && !j->result->counted &&
                         pw_program_uses(p->program) & PW_USES_EVERY;
    if (p->about != PW_ABOUT_PROGRAM) return;
    if (pw_verdict_of(&j->evidence).verdict == PW_SAFE) {
        pw_numbers_warn(j, p->program);
        pw_where_explain(p->program, &j->result->words, &j->result->places);
    }
    pw_job_explain_names(j, p->program);
}
