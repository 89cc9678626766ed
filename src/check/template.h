/* template.h -- a template certificate as read: fields, locations, moves in cubes, initial rows,
 * bad states, numbered states.
 *
 * A value v of a field lo..hi is kept as the code v - lo. A cube has one entry per field: a code,
 * or FREE, or (after a step) KEEP. */
#ifndef PW_CHECK_TEMPLATE_H
#define PW_CHECK_TEMPLATE_H

#include "base/arena.h"
#include "base/table.h"
#include "check/claims.h"

enum { PWC_FREE = -1, PWC_KEEP = -2 };
enum { PWC_KINDS = 255 }; /* most templates */

struct pwc_fields {
    size_t n;
    int32_t *size; /* number of values */
    int64_t *lo;
};

struct pwc_kind {  /* a thread template */
    int64_t count; /* -1: any number */
    uint32_t entry;
    struct pwc_fields fields;
};

struct pwc_loc {
    uint32_t kind, first; /* first: its first local state, if there were one */
    pw_uints labels;
};

struct pwc_stmt {
    uint32_t from, to;
    uint32_t somes, first_some; /* its some blocks: somes.at[first_some ..] */
};

struct pwc_passive { /* of this kind, at this location or (PWC_NONE) any, goes from now to next */
    uint32_t kind, loc;
    int32_t *now, *next;
    unsigned long line;
};

struct pwc_active { /* the active thread of a statement, with any of the passive moves */
    uint32_t stmt;
    int32_t *shared, *local, *shared_next, *local_next;
    pw_uints passives; /* strictly increasing */
    unsigned long line;
};

typedef PW_VEC(struct pwc_active) pwc_actives;

struct pwc_row {              /* initial */
    uint32_t active, passive; /* kinds */
    int32_t *shared, *local, *other;
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
    struct pwc_system system; /* first: a template is a system */
    size_t axioms;            /* that it rests on: named, not looked at */
    struct pwc_fields shared;
    PW_VEC(struct pwc_kind) kinds;
    PW_VEC(struct pwc_loc) locs;
    PW_VEC(struct pwc_stmt) stmts;
    PW_VEC(struct pwc_passive) passives;
    pwc_actives actives;
    PW_VEC(pwc_actives) somes; /* rows of the some blocks, in the order of the statements */
    PW_VEC(struct pwc_row) rows;
    PW_VEC(pwc_bag) bads;              /* label and number of threads */
    struct pwc_states shareds, locals; /* locals in the order of their locations */
    PW_VEC(pw_uints) rels;             /* a relation is a set of passive moves */
    struct pw_table rel_index;
    struct pw_arena arena;
};

/* The number of the state with these codes, or PWC_NONE. */
uint32_t pwc_find_state(const struct pwc_states *s, uint32_t loc, const int32_t *codes, size_t n);
/* Gives a new state of n codes the next number. Pre: it has none. */
void pwc_add_state(struct pwc_states *s, struct pwc_state state, size_t n);

/* cubes.c: the parts of a system. Pre: J has been read. */
void pwc_template_steps(struct pwc_system *s);
void pwc_template_ahead(struct pwc_system *s, uint32_t rel, uint32_t place, pw_uints *out);
void pwc_template_starts(struct pwc_system *s,
                         void (*fn)(struct pwc_system *s, const struct pwc_start *start));

#endif
