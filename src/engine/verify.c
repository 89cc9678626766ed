#include "engine/verify.h"

#include <string.h>

#include "base/limits.h"
#include "base/mem.h"
#include "engine/cjob.h"
#include "engine/composition.h"
#include "engine/engine.h"
#include "engine/invariants.h"
#include "engine/numbers.h"
#include "engine/where.h"

static struct pw_input_text text_of(struct pw_job *j)
{
    const struct pw_verify_options *o = j->options;
    struct pw_source *init = &j->result->init_source;
    if (o->init) pw_source_from_text(init, "--init", o->init, strlen(o->init));
    return (struct pw_input_text){.input = j->result->input,
                                  .src = j->src,
                                  .beside = o->beside,
                                  .init = o->init ? init : NULL,
                                  .defines = o->defines,
                                  .ndefines = o->ndefines};
}

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
    pw_strbuf_clear(&why);
    PW_FREES(chosen, pw_engines_count());
}

void pw_verify_engines(struct pw_job *j, const struct pw_problem *p,
                       const struct pw_input_text *text)
{
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

static void decide(void *arg)
{
    struct pw_job *j = arg;
    struct pw_input_text text = text_of(j);
    struct pw_problem p;
    if (pw_input_kind(text.input) && pw_input_kind(text.input)->in_c) {
        pw_cjob_run(j, &text);
        return;
    }
    if (!pw_problem_read(&p, &text, j->diags)) return;
    pw_verify_engines(j, &p, &text);
    pw_problem_clear(&p);
}

void pw_verify_source(const struct pw_source *src, enum pw_input input,
                      const struct pw_verify_options *o, struct pw_diags *diags,
                      struct pw_verify_result *r)
{
    struct pw_job j = {.src = src,
                       .options = o,
                       .diags = diags,
                       .result = r,
                       .evidence = {.coverable = PW_UNDECIDED, .on_template = PW_UNDECIDED}};
    double start = pw_limits_elapsed();
    pw_mem_reset_peak();
    r->input = input;
    enum pw_stop why = pw_guard_run(decide, &j);
    if (why != PW_STOP_NONE) pw_engine_stopped(&j, why);
    r->status = diags->errors ? PW_VERIFY_BAD_INPUT : PW_VERIFY_DONE;
    r->exact = j.evidence.precision == PW_EXACT;
    r->judgement = pw_verdict_of(&j.evidence);
    r->stats.seconds.total = pw_limits_elapsed() - start;
    r->stats.peak_kib = pw_mem_peak() / 1024;
}
