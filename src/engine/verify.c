#include "engine/verify.h"

#include <string.h>

#include "base/limits.h"
#include "base/mem.h"
#include "engine/cjob.h"
#include "engine/engine.h"

static struct pw_input_text text_of(struct pw_job *j)
{
    const struct pw_verify_options *o = j->options;
    const struct pw_input_kind *kind = pw_input_kind(j->result->input);
    bool targeted = kind && kind->target;
    const char *given = targeted ? o->target : o->init;
    struct pw_source *source = &j->result->init_source;
    if (given) pw_source_from_text(source, targeted ? "--target" : "--init", given, strlen(given));
    return (struct pw_input_text){.input = j->result->input,
                                  .src = j->src,
                                  .beside = o->beside,
                                  .init = given && !targeted ? source : NULL,
                                  .target = given && targeted ? source : NULL,
                                  .defines = o->defines,
                                  .ndefines = o->ndefines};
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
