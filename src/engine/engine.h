/* engine.h -- what an engine is: a row of the table in engine/engines.c.
 *
 * An engine takes a problem (engine/input.h) and looks for an answer: a proof that no bad state
 * is reachable, or a run to one. The search itself belongs into a folder before `engine` in the
 * list of layers, its own or that of its subject (`finite`, `run`), and knows nothing of jobs; only
 * what needs the solver's schedules is in `engine` (roam.c, symbolic.c). Here it gets a file
 * NAME_engine.c that translates. All of it:
 *
 *     #include "engine/engine.h"
 *     #include "toy/toy.h"
 *
 *     #define ROW(...) PW_STAT_ROW(struct pw_toy_stats, __VA_ARGS__)    // base/stats.h
 *     static const struct pw_stat rows[] = {PW_TOY_STATS(ROW)};
 *
 *     static const char *declines(const struct pw_problem *p)
 *     {
 *         return all_finite(p->program) ? NULL : "it has variables of type int";
 *     }
 *
 *     static void run(struct pw_job *j, const struct pw_problem *p)
 *     {
 *         // zeroed; plain numbers, so they survive a stop:
 *         struct pw_toy_stats *stats = (void *)j->result->figures;
 *         struct pw_run *found; // run/run.h
 *         // polls the limits, may be stopped anywhere:
 *         struct pw_toy *t = pw_toy_search(p->program, stats);
 *         if (pw_toy_closed(t)) {
 *             pw_job_proved(j, PW_EXACT, "the program itself; sequentially consistent memory");
 *             pw_strbuf_printf(&j->result->proof, "%zu states", pw_toy_states(t));
 *             if (j->options->certificate) pw_cert_write_toy(&j->result->certificate, ...);
 *         } else if ((found = pw_toy_run(t))) {
 *             pw_job_replay(j, found); // a warning if it is none of the program's
 *         } else {
 *             pw_job_hint(j, "the states need more than ..."); // UNKNOWN, incomplete
 *         }
 *         pw_toy_free(t);
 *     }
 *
 *     const struct pw_engine pw_engine_toy = {
 *         .name = "toy", .what = "explicit states", .takes = PW_ABOUT_PROGRAM,
 *         .precision = PW_EXACT, .share = 1, .declines = declines, .run = run,
 *         .certificate = "toy", .stats = {rows, sizeof rows / sizeof *rows}};
 *
 * then its extern below, a line in engines.c, its name at the same position in choices.h, its
 * file in local.mk, a row in doc/manual.md, "Engines" (tests/unit/test_engines.c and
 * tests/cli/engines.sh compare), its name in the word "engine" of cli/words.def and doc/manual.md,
 * the page of its family, NEWS. A row without .uses declines programs whose threads look at each
 * other; one that has it and proves stated invariants as well is named in proved_already of
 * invariants.c. A new folder also needs a local.mk, its place in the list of layers of
 * doc/architecture.md, the same in Makefile.am and doc/map.md, and a tests/unit/NAME.mk.
 *
 * Turns. Under --engine=auto the engines that take the problem run one after the other, each for
 * a number of polls of the work clock (base/limits.h), then again with twice as many, until one
 * has an answer: SAFE or UNSAFE, both are final and need no agreement. A turn that is over
 * unwinds the engine (PW_STOP_TURN); the next one starts it afresh. So nothing has to be
 * resumable, the same input gives the same run on every machine, and it costs at most a constant
 * factor over the quickest engine alone. An engine that returns without an answer is out of the
 * race; one that is alone, or alone left, runs without an end. What this asks of run:
 *   - it polls (pw_limits_poll) in every loop that can be long, about once per thousand
 *     instructions or more of work;
 *   - it changes nothing outside the job: no file, no global, no part of the problem but the
 *     diagrams of a template (read anew for each turn);
 *   - after pw_job_proved and pw_job_replayed turns have no end any more, so certificates, words
 *     and warnings come after them.
 *
 * Soundness. run states evidence, never a verdict: pw_verdict_of (verdict.h) is the one place
 * where that is made. UNSAFE needs an execution that the independent judge of the input has
 * replayed (for programs pw_replay); SAFE needs a precision and a statement what it rests
 * on. */
#ifndef PW_ENGINE_ENGINE_H
#define PW_ENGINE_ENGINE_H

#include "base/stats.h"
#include "engine/choices.h"
#include "engine/job.h"

struct pw_engine {
    const char *name;            /* of --engine=NAME */
    const char *what;            /* one line for people */
    unsigned takes;              /* set of enum pw_subject */
    enum pw_precision precision; /* the least that its proofs promise; pw_job_proved states it */
    /* set of enum pw_program_use: what programs may do that it takes; any other use is declined
     * here, whatever `declines` says. So an engine that does not know of a use never meets it. */
    unsigned uses;
    unsigned share; /* relative length of its turns; 0: only when asked for by name */
    /* Its turns come before those of the others on this problem. May be NULL: never. */
    bool (*eager)(const struct pw_problem *p);
    /* Where its turns come first, this one has a short turn before, in which only a run counts:
     * one that is met at once need not wait. NULL: none. */
    const struct pw_engine *scout;
    /* Why this problem is out of its scope, a static text; NULL: it is not. May be NULL. */
    const char *(*declines)(const struct pw_problem *p);
    void (*run)(struct pw_job *j, const struct pw_problem *p);
    /* After a stop: copies plain numbers where reports want them. May be NULL. */
    void (*stopped)(struct pw_job *j);
    /* The kind that it can write (doc/certificate.md); NULL: none, so it sits out when one is
     * wanted. */
    const char *certificate;
    /* Under auto it writes one only where its turns come first (eager): elsewhere those that
     * contrib/check-proof can bind to the file are preferred. */
    bool certifies_when_eager;
    /* It never proves: it takes part where a certificate is wanted, for a run needs none. */
    bool refutes_only;
    bool basis;                 /* it can fill result.basis_text; likewise */
    struct pw_stat_table stats; /* of the struct that it keeps in result.figures; empty: none */
};

/* The table. */
size_t pw_engines_count(void);
const struct pw_engine *pw_engines_at(size_t i);

/* The engines that are to run, in order, into chosen[] (room for pw_engines_count()): the one of
 * options->engine, or under auto those that take the problem and can write what is asked for. 0:
 * none can, and *why says so. */
size_t pw_engines_choose(const struct pw_verify_options *o, const struct pw_problem *p,
                         const struct pw_engine **chosen, struct pw_strbuf *why);

/* Runs one engine to its end. Its evidence is in the job afterwards, also after a stop. */
void pw_engine_run(const struct pw_engine *e, struct pw_job *j, const struct pw_problem *p);
/* The other end of pw_engine_run: makes job and result whole again. */
void pw_engine_stopped(struct pw_job *j, enum pw_stop why);

/* An engine with its problem: where something else stands for the input, several problems are in
 * one race. */
struct pw_contestant {
    const struct pw_engine *engine;
    const struct pw_problem *problem;
    /* Not NULL: called at the end of a turn that the engine ended itself; makes of what was found
     * about the problem a statement about the input. */
    void (*after)(void *arg, struct pw_job *j);
    void *arg;
    const bool *over; /* not NULL: once true, there is no use in a further turn */
    const char *of;   /* " on the abstract threads", for people; NULL: the input itself */
};

/* Runs n >= 1 contestants in turns; the best that they bring goes to the job (result, evidence,
 * diags). text: for reading templates anew; NULL where no problem is one. Catches all stops itself
 * if n > 1. */
void pw_turns_race(const struct pw_contestant *c, size_t n, struct pw_job *j,
                   const struct pw_input_text *text);
/* The same for engines that have one problem. */
void pw_turns_run(const struct pw_engine *const *engines, size_t n, struct pw_job *j,
                  const struct pw_problem *p, const struct pw_input_text *text);

/* Chooses engines for the problem and runs them (dispatch.c). */
void pw_verify_engines(struct pw_job *j, const struct pw_problem *p,
                       const struct pw_input_text *text);

extern const struct pw_engine pw_engine_cover;
extern const struct pw_engine pw_engine_explicit;
extern const struct pw_engine pw_engine_runs;
extern const struct pw_engine pw_engine_pairs;
extern const struct pw_engine pw_engine_tmod;
extern const struct pw_engine pw_engine_bdd;
extern const struct pw_engine pw_engine_pairsets;

#endif
