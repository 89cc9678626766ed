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

struct pwc_field {
    int64_t lo;
    int32_t size; /* number of values, > 0 */
};
typedef PW_VEC(struct pwc_field) pwc_fields;

struct pwc_kind {  /* a thread template */
    int64_t count; /* -1: any number */
    uint32_t entry;
    pwc_fields fields;
};

struct pwc_loc {
    uint32_t kind, first; /* first: its first local state, if there were one */
    pw_uints labels;
};

struct pwc_stmt {
    uint32_t from, to, somes; /* somes: the number of its some blocks */
};

struct pwc_passive { /* of this kind, at this location or (PWC_NONE) any, goes from now to next */
    uint32_t kind, loc;
    int32_t *now, *next;
    unsigned long line;
};

struct pwc_active {       /* the active thread of a statement, with any of the passive moves */
    uint32_t stmt, block; /* block 0: of R; i > 0: of W_i-1 */
    int32_t *shared, *local, *shared_next, *local_next;
    pw_uints passives; /* strictly increasing, not empty */
    unsigned long line;
};

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
    PW_VEC(struct pwc_state) at; /* those of the text first */
    struct pw_table index;
};

struct pwc_template {
    struct pwc_system system;
    pwc_fields shared;
    PW_VEC(struct pwc_kind) kinds;
    struct pwc_set *labels; /* per label: the local states that have it */
    PW_VEC(struct pwc_loc) locs;
    PW_VEC(struct pwc_stmt) stmts;
    PW_VEC(struct pwc_passive) passives;
    PW_VEC(struct pwc_active) actives;
    PW_VEC(struct pwc_row) rows;
    struct pwc_states shareds, locals; /* locals of the text in the order of their locations */
    PW_VEC(pw_uints) rels; /* what system.rels are made of: passive moves, and the global */
    struct pw_table rel_index;
    struct pw_arena arena;
};

/* The number of the state with these n codes, or PWC_NONE. */
uint32_t pwc_find_state(const struct pwc_states *s, uint32_t loc, const int32_t *codes, size_t n);
/* Gives a state the next number. Pre: it has none; the codes are kept. */
uint32_t pwc_add_state(struct pwc_states *s, uint32_t loc, int32_t *codes, size_t n);
/* Fill in the starts; the steps of J and their relations. Pre: J has been read. */
void pwc_expand_starts(struct pwc_template *t);
void pwc_expand_steps(struct pwc_template *t);

#endif
