/* template.h -- a template certificate as read: fields, locations, moves in cubes, initial rows,
 * bad states, numbered states.
 *
 * A value v of a field lo..hi is kept as the code v - lo. A shared state is the sequence of the
 * codes of its fields; a local state that of its location and the codes of the fields of its
 * template; both together, the shared one first, are what an active thread sees. A cube has, in the
 * place of each code, a code, or FREE, or (after a step) KEEP. */
#ifndef PW_CHECK_TEMPLATE_H
#define PW_CHECK_TEMPLATE_H

#include "base/arena.h"
#include "check/claims.h"
#include "check/tuples.h"

#define PWC_FREE UINT32_MAX
#define PWC_KEEP (UINT32_MAX - 1)
enum { PWC_KINDS = 255 }; /* most templates */

struct pwc_field {
    int64_t lo;
    uint32_t size; /* number of values, > 0, < PWC_KEEP */
};
typedef PW_VEC(struct pwc_field) pwc_fields;

struct pwc_kind {  /* a thread template */
    int64_t count; /* -1: any number */
    uint32_t entry;
    pwc_fields fields; /* the shared ones; the location; those of its own */
};

struct pwc_loc {
    uint32_t kind, first, end; /* its local states that the text lists: first .. end-1 */
    pw_uints labels;
};

struct pwc_stmt {
    uint32_t from, to, somes; /* somes: the number of its some blocks */
};

struct pwc_passive { /* a thread of this kind goes from local state now to next */
    uint32_t kind, *now, *next;
};

struct pwc_active {       /* the active thread of a statement, with any of the passive moves */
    uint32_t stmt, block; /* block 0: of R; i > 0: of W_i-1 */
    uint32_t *now, *next; /* shared and local */
    pw_uints passives;    /* strictly increasing, not empty */
    unsigned long line;
};

struct pwc_row {              /* initial */
    uint32_t active, passive; /* kinds */
    uint32_t *here, *other;   /* shared and local of the active thread; local of the passive one */
    unsigned long line;
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
    /* Those of the text, which J may have, first: system.space.globals and .places of them, local
     * states in the order of their locations. Then others, as cubes have them. */
    struct pwc_tuples shareds, locals;
    unsigned unlisted;      /* how often a cube had such a one */
    struct pwc_tuples rels; /* what system.rels are made of: passive moves, and the global */
    uint32_t *now, *next;   /* scratch, for a shared and a local state of any kind */
    struct pw_arena arena;
};

/* Fill in the starts; the steps and their relations. Pre: J has been read. */
void pwc_expand_starts(struct pwc_template *t);
void pwc_expand_steps(struct pwc_template *t);

#endif
