/* verify.h -- the whole pipeline: a file in, a verdict with its evidence out (DESIGN, sections 1 and 7).
 *
 *   .dr    program -> template -> closure -> counter system -> search -> SAFE + proof, or a candidate run -> replay -> UNSAFE | UNKNOWN
 *   .drt   template (which is the program in question) -> closure -> ... the same; a candidate is replayed on the unclosed template
 *   .tts   net -> search; .spec likewise; candidates are replayed under the net's own rules
 *
 *   struct pw_verify_options o;  pw_verify_options_init(&o);
 *   struct pw_verify_result r;   pw_verify_result_init(&r);
 *   pw_verify_source(&src, PW_INPUT_DR, &o, &diags, &r);   // r.status says whether the input was good
 *   ... pw_verify_result_clear(&r);
 *
 * pw_verify_source runs in a guard of its own: a stop (time, memory, signal) gives UNKNOWN with the statistics so far. */
#ifndef PW_VERIFY_VERIFY_H
#define PW_VERIFY_VERIFY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/diag.h"
#include "base/source.h"
#include "base/strbuf.h"
#include "base/vec.h"
#include "cert/execution.h"
#include "lang/program.h"
#include "verify/verdict.h"

enum pw_input { PW_INPUT_DR, PW_INPUT_DRT, PW_INPUT_TTS, PW_INPUT_SPEC, PW_INPUT_OTHER };

enum pw_input pw_verify_input(const char *path); /* by the ending; PW_INPUT_DR for "-" */

struct pw_verify_options {
    bool paper_closure; /* --closure=paper */
    bool sharp_closure; /* --closure=sharp */
    bool no_prune;
    bool certificate;   /* fill result.certificate when SAFE */
    bool basis;         /* fill result.basis_text */
    bool explain;       /* fill result.words, look for vacuity */
    bool template_text; /* fill result.template_text */
    bool unneeded;      /* find predicates that the proof does not need */
    const char *init;   /* --init of a .tts, or NULL */
    const struct pw_source *prop; /* of a .tts: its .prop, or NULL */
    const struct pw_define *defines;
    size_t ndefines;
    void (*stage)(void *arg, const char *line); /* told what each stage did; NULL: nobody listens */
    void *stage_arg;
};

void pw_verify_options_init(struct pw_verify_options *o); /* all off */

/* X(name, JSON key, "what it is") */
#define PW_VERIFY_STATS(X)                                                                                             \
    X(predicates, "predicates")                                                                                        \
    X(inter_thread, "inter-thread predicates")                                                                         \
    X(bound, "threads that decide the abstraction: 4 * inter-thread + 2")                                              \
    X(locations, "locations")                                                                                          \
    X(template_cubes, "cubes of the template's relation")                                                              \
    X(local_states, "local states that the search works on")                                                           \
    X(global_states, "shared states that the search works on")                                                         \
    X(transitions, "transitions that the search works on")                                                             \
    X(basis, "minimal elements of the set of states that lead to a bad one")                                           \
    X(pre_images, "predecessors computed")                                                                             \
    X(pruned, "predecessors excluded by the invariant")                                                                \
    X(forward_nodes, "states looked at forward")                                                                       \
    X(solver_checks, "questions to the arithmetic solver")                                                             \
    X(replays, "candidate runs tried on the program")

/* X(name, "what it is"), wall seconds */
#define PW_VERIFY_TIMES(X)                                                                                             \
    X(abstract, "abstraction")                                                                                         \
    X(closure, "closure and encoding")                                                                                 \
    X(cover, "coverability")                                                                                           \
    X(replay, "replay of counterexamples")                                                                             \
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

typedef PW_VEC(char *) pw_lines; /* each freed with pw_mem_strfree */

struct pw_verify_result {
    enum pw_verify_status status;
    enum pw_input input;
    struct pw_judgement judgement;
    struct pw_verify_stats stats;
    unsigned threads;                 /* of the counterexample; 0 = none */
    bool exact;                       /* the searched system is the program itself */
    struct pw_execution *execution;   /* UNSAFE: the replayed run */
    struct pw_execution *candidate;   /* UNKNOWN, spurious: the abstract run */
    pw_lines warnings;
    pw_lines hints;             /* UNKNOWN: what could be done */
    pw_lines words;             /* SAFE: the invariant, one sentence each, the most informative first */
    pw_lines predicates;        /* "name = formula (class)" */
    pw_lines unneeded;          /* names of predicates that the proof does not need */
    struct pw_strbuf certificate;
    struct pw_strbuf basis_text;
    struct pw_strbuf template_text;
    struct pw_source init_source;     /* the text of --init, which messages may point into */
};

void pw_verify_result_init(struct pw_verify_result *r);
void pw_verify_result_clear(struct pw_verify_result *r);

/* Decides. Messages about bad input go to *diags (then status is PW_VERIFY_BAD_INPUT and there is no verdict). */
void pw_verify_source(const struct pw_source *src, enum pw_input input, const struct pw_verify_options *o, struct pw_diags *diags,
                      struct pw_verify_result *r);

#endif
