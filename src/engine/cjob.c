#include "engine/cjob.h"

#include <string.h>

#include "base/mem.h"
#include "engine/engine.h"
#include "engine/explicit.h"
#include "engine/invariants.h"
#include "engine/numbers.h"
#include "front/c/cfront.h"

enum {
    MOST_ROUNDS = 40,
    GUESS_POLLS = 3000000,
    QUICK_POLLS = 300000, /* of an explicit search before anything else */
    SEARCH_POLLS = 12000000,
    CHANCE_STEPS = 200000, /* of runs by chance */
    CHANCE_THREADS = 40,
    FEW_THREADS = 3, /* of a search for a run when the number of threads is open */
    MANY_THREADS = 8,
    FEW_STATES = 3000,
    MANY_STATES = 40000,
    TRIES_PER_STATE = 60
};

/* What is tried, in this order; each on a translation of its own. */
enum stage { STAGE_SEARCH, STAGE_COARSE, STAGE_GUESS, STAGE_ENGINES, STAGE_HUNT, STAGE_END };

struct cjob {
    struct pw_job *j;
    const struct pw_input_text *text;
    struct pw_cfile file;
    struct pw_cversion version;
    struct pw_cfacts guesses;
    enum stage stage;
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

static bool guessing(const struct cjob *c)
{
    return c->stage == STAGE_COARSE || c->stage == STAGE_GUESS;
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

/* The same translation with abstract threads. */
static struct pw_program *compose_again(void *arg, const struct pw_dr_part *part)
{
    struct cjob *c = arg;
    struct pw_diags diags = {0};
    struct pw_cversion v = {.integers = c->version.integers,
                            .stop_overflow = c->version.stop_overflow,
                            .any_unset = c->version.any_unset,
                            .exact_main = c->version.exact_main,
                            .coarse = c->version.coarse,
                            .guesses = c->version.guesses};
    struct pw_program *p = pw_cfile_program_part(&c->file, &v, part, &diags);
    pw_diags_clear(&diags); /* what there is to say was said of the concrete program */
    pw_cversion_clear(&v);
    return p;
}

static bool translate(struct cjob *c)
{
    struct pw_cversion *v = &c->version;
    pw_cversion_clear(v);
    *v = (struct pw_cversion){.integers = v->integers,
                              .stop_overflow = v->stop_overflow,
                              .any_unset = v->any_unset,
                              .exact_main = v->exact_main,
                              .coarse = c->stage == STAGE_COARSE};
    if (guessing(c)) v->guesses = &c->guesses;
    c->problem =
        (struct pw_problem){.about = PW_ABOUT_PROGRAM, .compose = compose_again, .compose_arg = c};
    c->problem.program = pw_cfile_program(&c->file, v, c->j->diags);
    return c->problem.program != NULL;
}

static void run_guess(void *arg)
{
    struct cjob *c = arg;
    pw_engine_run(&pw_engine_cover, c->j, &c->problem);
}

static void run_search(void *arg)
{
    struct cjob *c = arg;
    pw_explicit_decide(c->j, &c->problem, false);
}

static void run_reduced_search(void *arg)
{
    struct cjob *c = arg;
    pw_explicit_decide(c->j, &c->problem, true);
}

static void in_turn(struct cjob *c, uint64_t polls, void (*run)(void *))
{
    enum pw_stop why = pw_guard_run_turn(polls, run, c);
    if (why != PW_STOP_NONE) pw_engine_stopped(c->j, why);
    if (why == PW_STOP_TIME || why == PW_STOP_SIGNAL) pw_guard_throw(why);
}

/* An engine that the user has named, or what only some engines give, leaves nothing to choose. */
static bool may_search(const struct cjob *c)
{
    const struct pw_verify_options *o = c->j->options;
    return !o->certificate && !o->basis && (!o->engine || !strcmp(o->engine, "auto"));
}

static bool all_counted(const struct pw_program *p)
{
    for (size_t t = 0; t < p->ntemplates; t++)
        if (p->templates[t].count == PW_ANY) return false;
    return true;
}

/* A run with few threads, of a program with any number of them. Finding none says nothing: the
 * evidence stays as it is. */
static void use_run(struct cjob *c, struct pw_execution *e)
{
    if (!e) return;
    fresh_result(c->j);
    c->j->result->engine = &pw_engine_explicit;
    c->j->evidence.precision = PW_UNDER;
    pw_job_replayed(c->j, e);
}

static void find_run(struct cjob *c, size_t threads, uint64_t states, bool reduced)
{
    struct pw_execution *(*run)(const struct pw_program *, size_t, uint64_t, uint64_t) =
        reduced ? pw_explicit_reduced_run : pw_explicit_run;
    use_run(c, run(c->problem.program, threads, states, states * TRIES_PER_STATE));
}

static bool undecided(const struct cjob *c)
{
    return pw_verdict_of(&c->j->evidence).verdict == PW_UNKNOWN;
}

static size_t counted_threads(const struct pw_program *p)
{
    size_t n = 0;
    for (size_t t = 0; t < p->ntemplates; t++)
        n += p->templates[t].count == PW_ANY ? 0 : (size_t)p->templates[t].count;
    return n;
}

/* Short runs first; then all states; then deep runs. */
static void search_counted(struct cjob *c)
{
    const struct pw_program *p = c->problem.program;
    in_turn(c, QUICK_POLLS, run_search);
    if (undecided(c)) in_turn(c, SEARCH_POLLS, run_reduced_search);
    if (undecided(c) && counted_threads(p) <= CHANCE_THREADS)
        use_run(c, pw_explicit_chance(p, counted_threads(p), CHANCE_STEPS));
}

static void search(struct cjob *c)
{
    if (!may_search(c)) return;
    if (all_counted(c->problem.program))
        search_counted(c);
    else
        find_run(c, FEW_THREADS, FEW_STATES, false);
}

/* The last attempt: more threads, and deep runs. */
static void find_longer_run(struct cjob *c)
{
    const struct pw_program *p = c->problem.program;
    find_run(c, MANY_THREADS, MANY_STATES, true);
    size_t least = counted_threads(p);
    for (size_t n = least + 2; n <= least + 4 && n <= CHANCE_THREADS && undecided(c); n++)
        use_run(c, pw_explicit_chance(p, n, CHANCE_STEPS / 2));
}

/* What pw_verify_engines does after the engines. */
static void check_stated(struct cjob *c)
{
    const struct pw_program *p = c->problem.program;
    pw_invariants_check(c->j, p);
    c->j->result->counted = pw_numbers_fixed(&c->problem);
    pw_numbers_say(&c->problem, &c->j->result->numbers);
    if (pw_verdict_of(&c->j->evidence).verdict == PW_SAFE) pw_numbers_warn(c->j, p);
}

/* True: there is a verdict, or a run. */
static bool attempt(struct cjob *c)
{
    switch (c->stage) {
    case STAGE_SEARCH:
        search(c);
        break;
    case STAGE_COARSE:
    case STAGE_GUESS:
        in_turn(c, GUESS_POLLS, run_guess);
        break;
    case STAGE_ENGINES:
        pw_verify_engines(c->j, &c->problem, c->text);
        break;
    case STAGE_HUNT:
        if (may_search(c)) find_longer_run(c);
        break;
    case STAGE_END:
        break;
    }
    if (c->stage != STAGE_ENGINES && pw_verdict_of(&c->j->evidence).verdict != PW_UNKNOWN)
        check_stated(c);
    return pw_verdict_of(&c->j->evidence).verdict != PW_UNKNOWN;
}

/* --- what a run means --- */

static const char *last_text(const struct pw_job *j)
{
    const struct pw_execution *e = j->result->execution;
    return e && e->steps.n ? e->steps.at[e->steps.n - 1].statement : "";
}

/* True: another translation is to be tried. */
static bool try_other(struct cjob *c)
{
    const char *text = last_text(c->j);
    if (guessing(c) && pw_cversion_widen(&c->guesses, text)) return true;
    c->overflow |= pw_cversion_overflows(text);
    return pw_cversion_other(&c->version, text);
}

/* --- the end --- */

/* What in the run may not be so in C. */
static void hint_translation(struct cjob *c)
{
    const struct pw_cversion *v = &c->version;
    for (size_t i = 0; i < v->notes.n; i++)
        pw_job_hint(c->j, "not as in C: %s", v->notes.at[i]);
    if (v->main_dropped)
        pw_job_hint(c->j,
                    "not as in C: any number of threads may run from the start; how many main "
                    "creates, and when, is not kept");
    pw_job_hint(c->j, "where a step of the run takes such a value, C may take another one; if none "
                      "does, the C program has this run, too");
}

/* Does the variable stay 0 in the run? Pre: it is never counted down. */
static bool stays_0(const struct pw_execution *e, const char *name)
{
    const pw_bindings *last = e->steps.n ? &e->steps.at[e->steps.n - 1].shared : &e->shared;
    for (size_t i = 0; i < last->n; i++)
        if (!strcmp(last->at[i].name, name)) return !strcmp(last->at[i].value, "0");
    return false;
}

/* Is the run perhaps none of the C program? */
static bool is_in_doubt(const struct cjob *c)
{
    const struct pw_cversion *v = &c->version;
    const struct pw_execution *e = c->j->result->execution;
    if (v->approximate || v->main_dropped) return true;
    for (size_t i = 0; i < v->passed.n; i++)
        if (!e || !stays_0(e, v->passed.at[i])) return true;
    /* a range that was found, not guessed, is never left; were it, the run would say nothing of
     * C */
    return strstr(last_text(c->j), "[guess") != NULL;
}

static void conclude(struct cjob *c)
{
    struct pw_job *j = c->j;
    const struct pw_cversion *v = &c->version;
    struct pw_judgement judged = pw_verdict_of(&j->evidence);
    if (judged.verdict == PW_UNSAFE && is_in_doubt(c)) j->evidence.doubt = PW_DOUBT_TRANSLATION;
    j->result->raced |= may_search(c);
    if (judged.verdict == PW_SAFE && c->overflow) j->evidence.doubt = PW_DOUBT_OVERFLOW;
    if (judged.verdict == PW_SAFE && v->counting)
        pw_strbuf_puts(
            &j->result->rests_on,
            "; integers of 32 or more bits that are only counted do not reach their limits");
    for (size_t i = 0; i < v->notes.n; i++)
        pw_job_warn(j, "%s", v->notes.at[i]);
    if (j->evidence.doubt == PW_DOUBT_TRANSLATION) hint_translation(c);
    if (c->problem.program) pw_job_explain_names(j, c->problem.program);
}

/* The stage after one that brought nothing. A search keeps the translation and the evidence of the
 * engines before it. */
static bool next_stage(struct cjob *c)
{
    c->stage++;
    if (c->stage == STAGE_HUNT && !attempt(c)) c->stage = STAGE_END;
    return c->stage != STAGE_END;
}

/* All stages once more, with a main that creates the threads one by one; false: that was done. */
static bool keep_main(struct cjob *c)
{
    if (!c->version.main_dropped || c->version.exact_main) return false;
    c->version.exact_main = true;
    c->stage = STAGE_SEARCH;
    return true;
}

static void decide(struct cjob *c)
{
    for (int round = 0; round < MOST_ROUNDS; round++) {
        fresh_result(c->j);
        if (!translate(c)) return;
        bool found = attempt(c);
        if (!found && !next_stage(c) && !keep_main(c)) break;
        bool again = !found && c->stage != STAGE_HUNT;
        if (!again && pw_verdict_of(&c->j->evidence).verdict == PW_UNSAFE) again = try_other(c);
        if (!again || round + 1 == MOST_ROUNDS) break;
        pw_problem_clear(&c->problem);
    }
    conclude(c);
}

void pw_cjob_run(struct pw_job *j, const struct pw_input_text *text)
{
    struct cjob c = {.j = j, .text = text, .stage = STAGE_SEARCH};
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
