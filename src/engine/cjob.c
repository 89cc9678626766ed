#include "engine/cjob.h"

#include <string.h>

#include "base/mem.h"
#include "engine/engine.h"
#include "front/c/cfront.h"

enum { MOST_ROUNDS = 40, GUESS_POLLS = 3000000 };

struct cjob {
    struct pw_job *j;
    const struct pw_input_text *text;
    struct pw_cfile file;
    struct pw_cversion version;
    struct pw_cfacts guesses;
    bool guessing, coarse;
    bool overflow; /* a run that overflows was found */
    struct pw_problem problem;
};

static void cjob_options(const struct pw_verify_options *o, struct pw_coptions *out)
{
    *out = (struct pw_coptions){.integers = (enum pw_cintegers)o->integers,
                                .long_bits = o->ilp32 ? 32 : 64,
                                .properties = o->properties,
                                .nproperties = o->nproperties};
}

/* --- one translation --- */

static void fresh_result(struct pw_job *j)
{
    struct pw_source init = j->result->init_source;
    enum pw_input input = j->result->input;
    struct pw_verify_stats stats = j->result->stats;
    j->result->init_source = (struct pw_source){0};
    pw_verify_result_clear(j->result);
    j->result->init_source = init;
    j->result->input = input;
    j->result->stats.seconds = stats.seconds;
    pw_diags_clear(j->diags);
    j->evidence = (struct pw_evidence){.coverable = PW_UNDECIDED, .on_template = PW_UNDECIDED};
}

static bool translate(struct cjob *c)
{
    struct pw_cversion *v = &c->version;
    pw_cversion_clear(v);
    *v = (struct pw_cversion){.integers = v->integers,
                              .stop_overflow = v->stop_overflow,
                              .exact_main = v->exact_main,
                              .coarse = c->coarse};
    if (c->guessing) v->guesses = &c->guesses;
    c->problem = (struct pw_problem){.about = PW_ABOUT_PROGRAM};
    c->problem.program = pw_cfile_program(&c->file, v, c->j->diags);
    return c->problem.program != NULL;
}

static void run_guess(void *arg)
{
    struct cjob *c = arg;
    pw_engine_run(&pw_engine_cover, c->j, &c->problem);
}

/* True: there is a verdict, or a run. */
static bool attempt(struct cjob *c)
{
    struct pw_job *j = c->j;
    if (!c->guessing) {
        pw_verify_engines(j, &c->problem, c->text);
    } else {
        enum pw_stop why = pw_guard_run_turn(GUESS_POLLS, run_guess, c);
        if (why != PW_STOP_NONE) pw_engine_stopped(j, why);
    }
    return pw_verdict_of(&j->evidence).verdict != PW_UNKNOWN;
}

/* --- what a run means --- */

static const char *last_text(const struct pw_job *j)
{
    const struct pw_execution *e = j->result->execution;
    return e && e->steps.n ? e->steps.at[e->steps.n - 1].statement : "";
}

static bool ends_with(const char *s, const char *end)
{
    size_t n = strlen(s), k = strlen(end);
    return n >= k && !strcmp(s + n - k, end);
}

/* True: another translation is to be tried. */
static bool try_other(struct cjob *c)
{
    const char *text = last_text(c->j);
    struct pw_cversion *v = &c->version;
    if (c->guessing && pw_cversion_widen(&c->guesses, text)) return true;
    if (ends_with(text, "[unsigned wrap-around]") && v->integers == PW_CINTEGERS_CHECK) {
        v->integers = PW_CINTEGERS_WRAP;
        return true;
    }
    if (ends_with(text, "[signed overflow]")) {
        c->overflow = true;
        if (v->stop_overflow) return false;
        v->stop_overflow = true;
        return true;
    }
    if (v->main_dropped && !v->exact_main) {
        v->exact_main = true;
        return true;
    }
    return false;
}

/* --- the end --- */

static void conclude(struct cjob *c)
{
    struct pw_job *j = c->j;
    const struct pw_cversion *v = &c->version;
    struct pw_judgement judged = pw_verdict_of(&j->evidence);
    /* a range that was found, not guessed, is never left; were it, the run would say nothing of
     * C */
    bool odd = strstr(last_text(j), "[guess") != NULL;
    if (judged.verdict == PW_UNSAFE && (v->approximate || v->main_dropped || odd))
        j->evidence.doubt = PW_DOUBT_TRANSLATION;
    if (judged.verdict == PW_SAFE && c->overflow) j->evidence.doubt = PW_DOUBT_OVERFLOW;
    if (judged.verdict == PW_SAFE && v->counting)
        pw_strbuf_puts(
            &j->result->rests_on,
            "; integers of 32 or more bits that are only counted do not reach their limits");
    for (size_t i = 0; i < v->notes.n; i++)
        pw_job_warn(j, "%s", v->notes.at[i]);
}

static void decide(struct cjob *c)
{
    for (int round = 0; round < MOST_ROUNDS; round++) {
        fresh_result(c->j);
        if (!translate(c)) return;
        bool last = round + 1 == MOST_ROUNDS;
        bool found = attempt(c);
        bool unsafe = found && pw_verdict_of(&c->j->evidence).verdict == PW_UNSAFE;
        bool again = unsafe ? try_other(c) : !found && c->guessing;
        if (!found && !c->coarse) c->guessing = false;
        if (!found) c->coarse = false;
        if (!again || last) break;
        pw_problem_clear(&c->problem);
    }
    conclude(c);
}

void pw_cjob_run(struct pw_job *j, const struct pw_input_text *text)
{
    struct cjob c = {.j = j, .text = text, .guessing = true, .coarse = true};
    struct pw_coptions o;
    cjob_options(j->options, &o);
    if (!pw_cfile_open(&c.file, j->src, &o, j->diags)) return;
    c.version.integers = o.integers;
    struct pw_cversion plain = {.integers = o.integers};
    pw_cversion_guess(&c.file, &plain, &c.guesses);
    decide(&c);
    pw_problem_clear(&c.problem);
    pw_cversion_clear(&c.version);
    pw_cfacts_clear(&c.guesses);
    pw_cfile_close(&c.file);
}
