/* netref.h -- a second reading of the net formats, from doc/nets.md alone: its own scanner, its own
 * rules, its own two searches. It shares no code with src, and is slow and obvious: dense vectors
 * of 128-bit counters, lists, no index. */
#ifndef PW_ORACLE_NETREF_H
#define PW_ORACLE_NETREF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef __int128 netref_num;

enum { NETREF_VARS = 12, NETREF_RULES = 40, NETREF_TARGETS = 6 };

/* A step: v is in lo..hi (hi < 0: no bound) and at least take; take is taken out; every token left
 * in x goes to one of the places of mask[x] (none: it vanishes); put is added, and no sum may be
 * negative. */
struct netref_rule {
    int from, to;
    netref_num lo[NETREF_VARS], hi[NETREF_VARS], take[NETREF_VARS], put[NETREF_VARS];
    unsigned mask[NETREF_VARS];
};

struct netref_config {
    int shared;
    netref_num v[NETREF_VARS];
};

struct netref_net {
    int vars, nrules, ntargets;
    struct netref_rule rules[NETREF_RULES];
    struct netref_config targets[NETREF_TARGETS];
    netref_num most[NETREF_TARGETS][NETREF_VARS]; /* of targets; < 0: no bound */
    int init_shared;
    netref_num lo[NETREF_VARS], hi[NETREF_VARS]; /* initial; hi < 0: no bound */
    /* no initial state; some rule or target has an upper bound */
    bool no_init, tested;
    char names[NETREF_VARS][24];
};

/* REFUSED: the text is not a net, or has a number that the format does not hold. */
enum netref_answer { NETREF_REFUSED, NETREF_SAFE, NETREF_UNSAFE, NETREF_OPEN };

bool netref_read_spec(struct netref_net *n, const char *text);
bool netref_read_tts(struct netref_net *n, const char *tts, const char *prop, const char *init);
enum netref_answer netref_decide(const struct netref_net *n); /* OPEN: beyond its bounds */

/* Random nets as texts. `init` is empty for a .spec. */
struct netref_texts {
    bool spec;
    char net[8000], prop[400], init[400];
};
void netref_random(uint64_t seed, struct netref_texts *out);

#endif
