/* crange.h -- what is known of the variables of a translated program, whatever its threads do:
 * values that they can have, whether they come near the ends of their type, and which are never
 * read. */
#ifndef PW_FRONT_C_CRANGE_H
#define PW_FRONT_C_CRANGE_H

#include "front/c/ctrans.h"

/* a variable with at most so many values + 1 is kept exactly */
enum { PW_CRANGE_FINITE = 15, PW_CRANGE_SHARED = 63 };
#define PW_CRANGE_FAR ((pw_cint)1 << 31) /* no range of a program goes farther */

/* Removes assignments to variables that nothing reads; watched: text that names others to keep;
 * rough: some reads are not in the translation, so all are kept. */
void pw_crange_prune(struct pw_cir *ir, const char *watched, bool rough);

/* The least ranges that contain every value assigned (flow-insensitively), into ir; they and `wild`
 * go into the facts by key. True: a fact became weaker than the translation assumed, so it is to be
 * repeated. */
bool pw_crange_find(struct pw_cir *ir, struct pw_cfacts *facts);

/* Is there a variable whose range is now known better than the translation knew it? */
bool pw_crange_keep(struct pw_cir *ir, struct pw_cfacts *facts);

/* Every unbounded variable that is not marked as such gets a small range, to be confirmed by the
 * proof. */
void pw_crange_guess(const struct pw_cir *ir, struct pw_cfacts *facts);

#endif
