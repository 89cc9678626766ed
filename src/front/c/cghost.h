/* cghost.h -- ghost variables of a C file, for correctness witnesses.
 *
 * A ghost counts what statements do that are one step each, so that its update can be made part of
 * that step:
 *   - of a mutex or spin lock m of the file: how many threads hold it; +1 where it is locked, -1
 *     where it is unlocked. It is 0 or 1, and 1 where a thread is about to unlock.
 *   - of an atomic integer x of the file: all that has been added to it, from its first value on; x
 *     is equal to it everywhere.
 * There is one for m or x only if every place where the file names it is a statement of that
 * kind, a read (of x), or initialises or destroys a plain m: no condition variable, no trylock, no
 * address that is kept, no two such statements in one line. */
#ifndef PW_FRONT_C_CGHOST_H
#define PW_FRONT_C_CGHOST_H

#include "front/c/cfront.h"

struct pw_cghost_site {
    unsigned line, column;
    const char *function;
    pw_cint change;
};

struct pw_cghost {
    const char *variable, *type; /* in C */
    bool is_lock;
    int64_t first;
    PW_VEC(struct pw_cghost_site) sites;
};

struct pw_cghosts {
    struct pw_arena arena; /* texts */
    PW_VEC(struct pw_cghost) at;
};

void pw_cghosts_find(const struct pw_cfile *f, struct pw_cghosts *out); /* out: initialised here */
void pw_cghosts_clear(struct pw_cghosts *g);

#endif
