/* result.h -- what is asked of a verification and what it brings: options, statistics, result. */
#ifndef PW_ENGINE_RESULT_H
#define PW_ENGINE_RESULT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/lines.h"
#include "base/source.h"
#include "base/strbuf.h"
#include "base/vec.h"
#include "dualref/closure.h"
#include "engine/input.h"
#include "engine/verdict.h"
#include "run/execution.h"

struct pw_engine;
struct pw_offers;

enum { PW_MOST_FIGURES = 64 }; /* numbers in the statistics of one engine */

struct pw_verify_options {
    enum pw_closure_mode closure;
    bool no_prune;
    bool whole;         /* of --whole: abstract threads are ignored */
    bool certificate;   /* fill result.certificate when SAFE */
    bool basis;         /* fill result.basis_text */
    bool explain;       /* fill result.words, look for vacuity */
    bool all_words;     /* ... with all sentences, however many */
    bool template_text; /* fill result.template_text */
    bool cubes;    /* count the cubes of the template: they cost a cover of all its relations */
    bool unneeded; /* find predicates that the proof does not need */
    bool suggest;  /* find predicates with which the engine cover proves it (engine/suggest.h) */
    const char *engine; /* of --engine: a name of the table; NULL, "auto": engines take turns */
    int method;         /* of --method: enum pw_tmod_method */
    int refine;         /* of --refine: enum pw_tmod_refine */
    const char *expose; /* of --expose, or NULL */
    int integers;       /* of C: enum pw_cintegers */
    bool ilp32;         /* of C: long and pointers have 32 bits */
    const char *const *properties; /* of C: further lines (unsafe, predicate, invariant) */
    size_t nproperties;
    const char *init;               /* --init of a .tts, or NULL */
    const char *target;             /* --target of a .pnml or .lola, or NULL */
    const struct pw_source *beside; /* the second file (of a .tts its .prop), or NULL */
    const struct pw_define *defines;
    size_t ndefines;
    void (*stage)(void *arg, const char *line); /* told what each stage did; NULL: nobody listens */
    void *stage_arg;
};

void pw_verify_options_init(struct pw_verify_options *o); /* all off */

/* X(name, "what it is"); the name is the JSON key. Engines other than cover count in tables of
 * their own (engine.h). */
#define PW_VERIFY_STATS(X)                                                                         \
    X(predicates, "predicates")                                                                    \
    X(inter_thread, "inter-thread predicates")                                                     \
    X(bound, "threads that decide the abstraction: 4 * inter-thread + 2")                          \
    X(locations, "locations")                                                                      \
    X(template_cubes, "cubes of the template's relation")                                          \
    X(local_states, "local states that the search works on")                                       \
    X(global_states, "shared states that the search works on")                                     \
    X(transitions, "transitions that the search works on")                                         \
    X(basis, "minimal elements of the set of states that lead to a bad one")                       \
    X(pre_images, "predecessors computed")                                                         \
    X(pruned, "predecessors excluded by the invariant")                                            \
    X(forward_nodes, "states looked at forward")                                                   \
    X(solver_checks, "questions to the arithmetic solver")                                         \
    X(replays, "candidate runs tried on the program")

/* X(name, "what it is"), wall seconds */
#define PW_VERIFY_TIMES(X)                                                                         \
    X(abstract, "abstraction")                                                                     \
    X(closure, "closure and encoding")                                                             \
    X(cover, "coverability")                                                                       \
    X(replay, "replay of counterexamples")                                                         \
    X(total, "whole run")

struct pw_verify_stats {
#define X(name, text) uint64_t name;
    PW_VERIFY_STATS(X)
#undef X
    struct {
#define X(name, text) double name;
        PW_VERIFY_TIMES(X)
#undef X
    } seconds;
    uint64_t peak_kib;
};

enum pw_verify_status { PW_VERIFY_DONE, PW_VERIFY_BAD_INPUT };

struct pw_verify_result {
    enum pw_verify_status status;
    enum pw_input input;
    struct pw_judgement judgement;
    struct pw_verify_stats stats;
    const struct pw_engine *engine;    /* whose answer this is; NULL: no engine ran */
    bool stated;                       /* the proof has all invariants of the program as axioms */
    bool raced;                        /* several engines take such an input */
    uint64_t figures[PW_MOST_FIGURES]; /* the statistics struct of that engine: plain numbers, they
                                          survive a stop */
    bool counted; /* the input fixes the numbers of all threads: SAFE is for these numbers */
    struct pw_strbuf numbers; /* in words, if some are: "2 of producer, any number of main" */
    bool lifted;              /* SAFE: the proof holds for every number all the same */
    unsigned threads;         /* of the counterexample; 0 = none */
    /* a counterexample with n threads says nothing about more: some step looks at every thread */
    bool exactly;
    bool exact;          /* the searched system is the program itself */
    const char *forgets; /* without predicates: what the engine cover remembers, and what not; or
                            NULL */
    struct pw_strbuf rests_on; /* SAFE: how what was decided relates to the program, in words. Never
                                  empty then. */
    struct pw_strbuf proof;    /* SAFE: what the proof consists of, in words */
    struct pw_execution *execution; /* UNSAFE: the replayed run */
    struct pw_execution *candidate; /* UNKNOWN, spurious: the abstract run */
    pw_lines warnings;
    pw_lines hints;           /* UNKNOWN: what could be done */
    pw_lines tried;           /* UNKNOWN: predicates that were tried, and what came of it */
    pw_lines next;            /* UNKNOWN: commands that would tell more, "COMMAND  (why)" */
    struct pw_offers *offers; /* UNKNOWN: predicates to be tried (engine/offers.h), or NULL */
    pw_lines words;  /* SAFE: the invariant, one sentence each, the most informative first */
    pw_lines places; /* what the locations without a label are that `words` mention */
    pw_lines names;  /* "NAME: what it is", of names in all this that the source does not have */
    pw_lines predicates; /* "name = formula (class)" */
    pw_lines unneeded;   /* names of predicates that the proof does not need */
    pw_lines suggested;  /* lines to paste into the file: "predicate NAME = FORMULA;" */
    pw_lines labels;     /* "LINE:COLUMN: NAME:", labels to be written there first */
    pw_lines parts;      /* "THREAD yes|no|unknown": does it conform to its abstract thread? */
    struct pw_strbuf certificate;
    struct pw_strbuf basis_text;
    struct pw_strbuf template_text;
    struct pw_source
        init_source; /* the text of --init or --target, which messages may point into */
};

void pw_verify_result_init(struct pw_verify_result *r);
void pw_verify_result_clear(struct pw_verify_result *r);
/* After a stop, when nothing that was allocated inside exists any more: empty, but plain numbers
 * stay. */
void pw_verify_result_forget(struct pw_verify_result *r);

#endif
