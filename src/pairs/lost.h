/* lost.h -- without a proof: which step leads to the bad pair, which facts would exclude that step,
 * and where each of them was lost.
 *
 * The fixpoint of a level runs once more, up to the first bad pair, with a journal (pairs/join.h):
 * which model of which step broke which fact. A fact that no longer holds where the bad step
 * begins, and that contradicts the step together with what still holds there, would exclude it.
 * Whether that is all that is missing is tried: the fixpoint with this fact as an axiom, of every
 * two threads with those views, or of every state if it is about shared variables alone, either
 * ends without a bad pair or it does not. */
#ifndef PW_PAIRS_LOST_H
#define PW_PAIRS_LOST_H

#include "pairs/fix.h"

struct pw_lost_fact {
    char *fact;   /* "l != other.l" */
    char *where;  /* the two threads: "a thread at L7 and another at L7" */
    char *step;   /* what broke it: "'t = t + 1' (line 5) of client"; "the start" */
    char *before; /* the state before it, with values */
    bool closes;  /* tried: with it as an axiom the proof is complete */
};

struct pw_lost {
    char *step, *before;               /* the step into the bad pair; NULL: not known */
    PW_VEC(struct pw_lost_fact) facts; /* few; those that close the proof first */
};

/* Fills a zeroed *out. counts: what was found of the program; level as in pairs/atoms.h. */
void pw_lost_find(struct pw_counts *counts, struct pw_atom_level level, struct pw_lost *out);
void pw_lost_clear(struct pw_lost *l);

#endif
