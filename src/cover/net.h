/* net.h -- nets read from files: `.tts` with `.prop` (thread transition systems), `.spec` (guarded
 * commands on counters), `.pnml` and `.lola` (place/transition nets, whose transitions become
 * commands: ptnet.h).
 *
 * A net keeps two things: the rules as written, with their own semantics, which pw_net_replay
 * executes; and the counter system that the search decides. They agree exactly, except where a
 * `.spec` guard bounds a counter from above (zero tests): there the system deletes the tokens that
 * would block (exact = false), so its runs include those of the rules. A trace of the system counts
 * only if pw_net_replay accepts it. A counter that is bounded may have a complement, a counter of
 * the system only, which keeps such guards exact.
 *
 * Semantics of the rules:
 *   MOVE       s l -> s' l' a ~> b ...: a thread moves from l to l'; every other thread in a moves
 *              to b, ...
 *   SPAWN      s l +> s' l': a thread in l stays, a new one appears in l'
 *   BROADCAST  s l ~> s' l' (all stand-alone lines with the same s, s' together): all threads in l
 *              move to l', ...
 *   COMMAND    guards lo <= x (<= hi); x' = sum of old values + constant, simultaneously; disabled
 *              if a result would be negative.
 * In a command a variable that another one's sum mentions, but that is not assigned itself, is
 * moved (the tools of this format read it so; there is a warning), and two assignments to one
 * variable are added (likewise). */
#ifndef PW_COVER_NET_H
#define PW_COVER_NET_H

#include "base/diag.h"
#include "base/source.h"
#include "base/table.h"
#include "cover/search.h"
#include "cover/system.h"

enum pw_rule_kind { PW_RULE_MOVE, PW_RULE_SPAWN, PW_RULE_BROADCAST, PW_RULE_COMMAND };

struct pw_assign { /* var' = sum of sources + constant */
    uint32_t var;
    PW_VEC(uint32_t) sources;
    int64_t constant;
};

struct pw_rule {
    enum pw_rule_kind kind;
    uint32_t from, to;                /* globals */
    uint32_t active, active_to;       /* locals: MOVE, SPAWN */
    PW_VEC(struct pw_pair) pairs;     /* MOVE, BROADCAST: passive moves, as written */
    PW_VEC(struct pw_range) guards;   /* COMMAND */
    PW_VEC(struct pw_assign) assigns; /* COMMAND: one per variable */
    size_t text, end;                 /* [text, end) of the source */
    unsigned line;
    bool never; /* COMMAND: the guards contradict each other */
};

/* A counter of the system that no rule mentions: bound - of, in every configuration
 * (front/net/spec_exact.h). */
struct pw_complement {
    uint32_t of;
    int64_t bound;
};

/* A target that was asked for with x <= most, as in `x = k`: coverability leaves that out. */
struct pw_upper {
    uint32_t target, local;
    int64_t most;
};

struct pw_net {
    struct pw_system system; /* the tag of a transition is the index of its rule */
    PW_VEC(struct pw_rule) rules;
    struct pw_names names; /* of the counters; empty: locals are numbers */
    char *text;            /* copy of the source, or written anew from it */
    bool anew;             /* the latter: there are no comments in it */
    size_t size;
    bool exact;
    /* the last locals of the system, in this order; empty for thread systems */
    PW_VEC(struct pw_complement) complements;
    /* so many of the last targets of the system were not asked for: they are met only where a
     * counter would exceed the bound of its complement */
    uint32_t extra;
    /* by target; the system relaxes those whose local has no complement, and exact is false */
    PW_VEC(struct pw_upper) uppers;
};

/* Read a net. False: messages in d say why, and *net is empty. `prop` holds the target; `init` is
 * the text of --init, NULL for "0/0". The sources must outlive d, not the net. init_source is
 * filled with that text, for messages; clear it after d is printed. */
bool pw_net_read_tts(struct pw_net *net, const struct pw_source *tts, const struct pw_source *prop,
                     const struct pw_source *init, struct pw_diags *d);
bool pw_net_read_spec(struct pw_net *net, const struct pw_source *spec, struct pw_diags *d);
/* `target` is the text of --target, NULL if there is none (which is an error). */
bool pw_net_read_pnml(struct pw_net *net, const struct pw_source *pnml,
                      const struct pw_source *target, struct pw_diags *d);
bool pw_net_read_lola(struct pw_net *net, const struct pw_source *lola,
                      const struct pw_source *target, struct pw_diags *d);
void pw_net_clear(struct pw_net *net);

/* Runs a trace of net->system by the rules as written: the start is initial, each step is one of
 * its rule, each configuration is what the trace says, the last one meets the target as it was
 * asked for. On failure
 * *why is a static text and *step the number of the failing step (from 1; 0 = the start). */
bool pw_net_replay(const struct pw_net *net, const struct pw_trace *trace, size_t *step,
                   const char **why);

/* The same by the definition of steps in system.h, with the targets of the system. */
bool pw_trace_check(const struct pw_system *s, const struct pw_trace *trace, size_t *step,
                    const char **why);

/* Does a configuration, given by the numbers of all locals, keep to the uppers of the target? */
bool pw_net_keeps_uppers(const struct pw_net *net, uint32_t target, const int64_t *counters);

/* Adds the target lo <= x (<= hi) for each range, one per counter, to a net that is being read;
 * upper bounds become uppers, and the net is not exact. Nothing is added if no number is in a
 * range: false then. */
bool pw_net_target(struct pw_net *net, const struct pw_range *ranges, size_t n);

void pw_net_print_local(const struct pw_net *net, uint32_t local, struct pw_strbuf *out);
/* one line, spaces collapsed */
void pw_net_print_rule(const struct pw_net *net, uint32_t rule, struct pw_strbuf *out);
/* "s|l1,l2,l2" for thread systems, "x=1, y=3" for counters. */
void pw_net_print_config(const struct pw_net *net, uint32_t global, const struct pw_tok *toks,
                         size_t n, struct pw_strbuf *out);
void pw_net_print_trace(const struct pw_net *net, const struct pw_trace *trace,
                        struct pw_strbuf *out);
/* one element a line */
void pw_net_print_basis(const struct pw_net *net, const struct pw_cover_result *r,
                        struct pw_strbuf *out);

#endif
