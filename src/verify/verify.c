#include "verify/verify.h"

#include <stdarg.h>
#include <string.h>

#include "base/limits.h"
#include "base/mem.h"
#include "base/progress.h"
#include "verify/job.h"

enum pw_input pw_verify_input(const char *path)
{
    static const struct {
        const char *ending;
        enum pw_input input;
    } kinds[] = {{".dr", PW_INPUT_DR}, {".drt", PW_INPUT_DRT}, {".tts", PW_INPUT_TTS}, {".spec", PW_INPUT_SPEC}};
    size_t n = strlen(path);
    if (!strcmp(path, "-")) return PW_INPUT_DR;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        size_t k = strlen(kinds[i].ending);
        if (n > k && !strcmp(path + n - k, kinds[i].ending)) return kinds[i].input;
    }
    return PW_INPUT_OTHER;
}

void pw_verify_options_init(struct pw_verify_options *o) { *o = (struct pw_verify_options){0}; }

void pw_verify_result_init(struct pw_verify_result *r) { *r = (struct pw_verify_result){.judgement = {PW_UNKNOWN, PW_REASON_STOPPED, PW_STOP_NONE}}; }

static void clear_lines(pw_lines *l)
{
    for (size_t i = 0; i < l->n; i++) pw_mem_strfree(l->at[i]);
    pw_vec_clear(l);
}

void pw_verify_result_clear(struct pw_verify_result *r)
{
    pw_execution_free(r->execution);
    pw_execution_free(r->candidate);
    clear_lines(&r->warnings);
    clear_lines(&r->hints);
    clear_lines(&r->words);
    clear_lines(&r->predicates);
    clear_lines(&r->unneeded);
    pw_strbuf_clear(&r->certificate);
    pw_strbuf_clear(&r->basis_text);
    pw_strbuf_clear(&r->template_text);
    pw_source_clear(&r->init_source);
    pw_verify_result_init(r);
}

/* --- what the parts share --- */

void pw_job_stage(struct pw_job *j, double *clock, const char *name)
{
    double now = pw_limits_elapsed();
    if (j->clock) *j->clock += now - j->since;
    j->clock = clock;
    j->since = now;
    pw_progress_stage(name);
}

void pw_job_say(struct pw_job *j, const char *format, ...)
{
    if (!j->options->stage) return;
    struct pw_strbuf b = {0};
    va_list args;
    va_start(args, format);
    pw_strbuf_vprintf(&b, format, args);
    va_end(args);
    j->options->stage(j->options->stage_arg, pw_strbuf_text(&b));
    pw_strbuf_clear(&b);
}

static char *format_line(const char *format, va_list args)
{
    struct pw_strbuf b = {0};
    pw_strbuf_vprintf(&b, format, args);
    char *line = pw_mem_strdup(pw_strbuf_text(&b));
    pw_strbuf_clear(&b);
    return line;
}

void pw_job_warn(struct pw_job *j, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    pw_vec_push(&j->result->warnings, format_line(format, args));
    va_end(args);
}

void pw_job_hint(struct pw_job *j, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    pw_vec_push(&j->result->hints, format_line(format, args));
    va_end(args);
}

/* A proof of a program or template is explained, and may be certified: it must be a basis. Nets take whatever proof is fastest and, if a certificate is
 * wanted, can be written down. */
static void cover_options(const struct pw_verify_options *o, enum pw_input input, struct pw_cover_options *c)
{
    pw_cover_options_init(c);
    c->certify = o->certificate;
    c->basis = o->basis || input == PW_INPUT_DR || input == PW_INPUT_DRT;
    /* a J found for transitions that are split for traps need not be closed under the steps that the certificate lists, which are not split */
    if (o->certificate && o->sharp_closure) c->slice = c->invariants = c->inequation = false;
    if (o->no_prune) {
        c->prune = false;
        c->exhaust = o->basis;
    }
}

/* What the stages counted. */
static void count(struct pw_job *j)
{
    struct pw_verify_stats *s = &j->result->stats;
    s->basis = j->search.basis;
    s->pre_images = j->search.pre_images;
    s->pruned = j->search.pruned;
    s->forward_nodes = j->search.forward_nodes;
}

void pw_job_cover(struct pw_job *j, const struct pw_system *system, struct pw_cover_result *out)
{
    struct pw_cover_options options;
    cover_options(j->options, j->result->input, &options);
    pw_job_stage(j, &j->result->stats.seconds.cover, "coverability");
    pw_cover_decide(system, &options, out, &j->search);
    pw_job_stage(j, NULL, NULL);
    count(j);
    j->evidence.coverable = out->verdict == PW_COVERED ? PW_YES : out->verdict == PW_UNCOVERED ? PW_NO : PW_UNDECIDED;
}

bool pw_job_extra(void (*body)(void *), void *arg) { return pw_guard_run(body, arg) == PW_STOP_NONE; }

/* --- the run --- */

static void decide(void *arg)
{
    struct pw_job *j = arg;
    switch (j->result->input) {
    case PW_INPUT_DR: pw_job_program(j); break;
    case PW_INPUT_DRT: pw_job_template(j); break;
    case PW_INPUT_TTS:
    case PW_INPUT_SPEC: pw_job_net(j); break;
    case PW_INPUT_OTHER: pw_diag_add(j->diags, PW_ERROR, NULL, 0, 0, NULL, "unknown kind of input"); break;
    }
}

/* After a stop nothing that was allocated inside exists any more; plain numbers stay. */
static void forget(struct pw_job *j)
{
    struct pw_verify_stats stats = j->result->stats;
    enum pw_input input = j->result->input;
    pw_verify_result_init(j->result);
    j->result->stats = stats;
    j->result->input = input;
    *j->diags = (struct pw_diags){0};
    pw_job_stage(j, NULL, NULL);
    count(j);
    j->result->stats.bound = j->abstraction.bound;
    j->result->stats.predicates = j->abstraction.predicates;
    j->result->stats.inter_thread = j->abstraction.inter_thread;
    if (j->abstraction.checks > j->result->stats.solver_checks) j->result->stats.solver_checks = j->abstraction.checks;
}

void pw_verify_source(const struct pw_source *src, enum pw_input input, const struct pw_verify_options *o, struct pw_diags *diags,
                      struct pw_verify_result *r)
{
    struct pw_job j = {.src = src, .options = o, .diags = diags, .result = r, .evidence = {.coverable = PW_UNDECIDED, .on_template = PW_UNDECIDED}};
    double start = pw_limits_elapsed();
    pw_mem_reset_peak();
    r->input = input;
    enum pw_stop why = pw_guard_run(decide, &j);
    if (why != PW_STOP_NONE) forget(&j);
    j.evidence.stop = why;
    if (why != PW_STOP_NONE) j.evidence.replayed = false;
    r->status = diags->errors ? PW_VERIFY_BAD_INPUT : PW_VERIFY_DONE;
    r->exact = j.evidence.precision == PW_EXACT;
    r->judgement = pw_verdict_of(&j.evidence);
    r->stats.seconds.total = pw_limits_elapsed() - start;
    r->stats.peak_kib = pw_mem_peak() / 1024;
}
