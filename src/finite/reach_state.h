/* reach_state.h -- private to reach*.c: slots, their bits, and the relation in parts. */
#ifndef PW_FINITE_REACH_STATE_H
#define PW_FINITE_REACH_STATE_H

#include "bdd/bdd.h"
#include "finite/reach.h"

/* A variable of a state: values lo .. lo + size - 1, in `bits` bits from bit `first` on. Bit b is
 * variable 2b of the diagrams now, 2b + 1 after the step. */
struct reach_slot {
    int64_t lo;
    uint64_t size;
    unsigned bits, first;
};

struct reach_thread {
    uint32_t template;
    uint32_t loc;    /* slot of its location */
    uint32_t locals; /* first slot of its locals */
};

struct reach_part {
    uint32_t thread, edge;
    pw_bdd relation;
    pw_bdd written; /* the set of variables, now, of the slots that it writes */
};

struct reach {
    struct pw_space *space;
    const struct pw_program *p;
    const uint64_t *counts;
    struct pw_bdds *m;
    PW_VEC(struct reach_thread) threads;
    PW_VEC(struct reach_slot) slots; /* shared variables first, then each thread */
    PW_VEC(struct reach_part) parts;
    unsigned bits;
    unsigned *to_now; /* renames after to now */
};

void pw_reach_open(struct reach *r, struct pw_space *s, const uint64_t *counts);
void pw_reach_close(struct reach *r);

pw_bdd pw_reach_value(struct reach *r, uint32_t slot, int64_t value, bool after);
pw_bdd pw_reach_slot_set(struct reach *r, uint32_t slot); /* its variables, now */

void pw_reach_relate(struct reach *r); /* fills parts */
pw_bdd pw_reach_initial(struct reach *r);
pw_bdd pw_reach_bad(struct reach *r);

#endif
