/* cover_oracle.h -- a slow and obvious coverability oracle for tiny counter systems: dense
 * counters, tokens one by one, lists without any index. Predecessors follow the text of the
 * definition word by word; bounded forward search follows the definition of a step. */
#ifndef PW_ORACLE_COVER_H
#define PW_ORACLE_COVER_H

#include <stdbool.h>
#include <stddef.h>

enum { ORACLE_LOCALS = 5, ORACLE_SUNK = -1, ORACLE_MOST = 20000 };

struct oracle_config {
    int global;
    int count[ORACLE_LOCALS];
};

struct oracle_trans {
    int from, to;
    int pre[ORACLE_LOCALS], post[ORACLE_LOCALS];
    /* a passive token of the first may go to the second */
    bool moves[ORACLE_LOCALS][ORACLE_LOCALS];
    bool sinks[ORACLE_LOCALS]; /* it may vanish */
    bool witness;
};

struct oracle_system {
    int globals, locals, ntrans, ntargets;
    struct oracle_trans trans[8];
    struct oracle_config targets[3];
    int init_global, lo[ORACLE_LOCALS], hi[ORACLE_LOCALS]; /* hi < 0: any number */
};

struct oracle_set {
    struct oracle_config *at;
    int n;
    bool overflow; /* more than ORACLE_MOST: give up */
};

bool oracle_leq(const struct oracle_system *s, const struct oracle_config *x,
                const struct oracle_config *y);
bool oracle_in_upset(const struct oracle_system *s, const struct oracle_set *basis,
                     const struct oracle_config *c);
bool oracle_is_initial(const struct oracle_system *s, const struct oracle_config *c);
bool oracle_below_initial(const struct oracle_system *s, const struct oracle_config *c);
/* The minimal basis of pre*(targets). */
void oracle_basis(const struct oracle_system *s, struct oracle_set *out);
/* All successors of c. */
void oracle_successors(const struct oracle_system *s, const struct oracle_config *c,
                       struct oracle_set *out);
/* Reachable configurations from initial ones with at most `tokens` tokens, never more than `tokens`
 * on the way: does one cover a target? */
bool oracle_bounded_search(const struct oracle_system *s, int tokens, struct oracle_set *seen);
void oracle_set_free(struct oracle_set *x);

#endif
