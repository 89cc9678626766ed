/* template.h -- a template certificate as read: fields, locations, moves in cubes, initial rows, bad states, numbered states.
 *
 * A value v of a field lo..hi is kept as the code v - lo. A cube has one entry per field: a code, or FREE, or (after a step) KEEP. */
#ifndef PW_CHECK_TEMPLATE_H
#define PW_CHECK_TEMPLATE_H

#include "base/arena.h"
#include "check/steps.h"

enum { PWC_FREE = -1, PWC_KEEP = -2 };
enum { PWC_KINDS = 255 }; /* most templates */

struct pwc_fields {
    size_t n;
    int32_t *size; /* number of values */
    int64_t *lo;
};

struct pwc_kind { /* a thread template */
    int64_t count; /* -1: any number */
    uint32_t entry;
    struct pwc_fields fields;
};

struct pwc_loc {
    uint32_t kind;
    pw_uints labels;
};

struct pwc_stmt {
    uint32_t from, to;
};

struct pwc_passive { /* a passive thread of this kind, at this location or (PWC_NONE) any, goes from now to next */
    uint32_t kind, loc;
    int32_t *now, *next;
    unsigned long line;
};

struct pwc_active { /* the active thread of a statement, together with any of the passive moves */
    uint32_t stmt;
    int32_t *shared, *local, *shared_next, *local_next;
    pw_uints passives; /* strictly increasing */
    unsigned long line;
};

struct pwc_start { /* initial row */
    uint32_t active, passive; /* kinds */
    int32_t *shared, *local, *other;
};

struct pwc_bad {
    pwc_bag terms; /* label and number of threads */
    unsigned long line;
};

struct pwc_state { /* a numbered state: shared (loc = 0) or local */
    uint32_t loc;
    int32_t *codes;
};

struct pwc_states {
    PW_VEC(struct pwc_state) at;
    struct pw_table index;
};

struct pwc_template {
    bool witness, sharp; /* sharp: and traps keep a thread */
    struct pwc_fields shared;
    PW_VEC(struct pwc_kind) kinds;
    PW_VEC(struct pwc_loc) locs;
    size_t labels;
    PW_VEC(struct pwc_stmt) stmts;
    PW_VEC(struct pwc_passive) passives;
    PW_VEC(struct pwc_active) actives;
    PW_VEC(struct pwc_start) starts;
    PW_VEC(struct pwc_bad) bads;
    struct pwc_states shareds, locals; /* locals in the order of their locations */
    struct pw_arena arena;
};

/* Reads everything after the header lines up to the numbered states. */
void pwc_read_template(struct pwc_reader *r, struct pwc_template *t);
/* The number of the state with these codes, or PWC_NONE. */
uint32_t pwc_find_state(const struct pwc_states *s, uint32_t loc, const int32_t *codes, size_t n);

/* Checks the conditions of a template certificate: reads its J and basis, too. */
void pwc_check_template(struct pwc_reader *r);
/* The same for a net certificate. */
void pwc_check_net(struct pwc_reader *r);

#endif
