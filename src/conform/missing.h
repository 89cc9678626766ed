/* missing.h -- a thread does not conform: which one assertion of its abstract thread would help?
 *
 * An assertion is what a thread relies on. Tried are formulas over shared variables that the file
 * mentions: predicates, and comparisons of the abstract thread (a new value that it picks is read
 * as the old one), each and its negation, at each place where the trace has been; not those that
 * fail at once in every initial state. The first that makes the thread conform is proposed; that
 * it holds is then for the composition to show. */
#ifndef PW_CONFORM_MISSING_H
#define PW_CONFORM_MISSING_H

#include "conform/conform.h"

struct pw_missing {
    bool found;
    uint32_t loc;          /* of the abstract thread */
    struct pw_strbuf text; /* the formula */
    size_t tried;
};

/* Pre: r says PW_CONFORMS_NOT of template t of p and the machine. Clear the text. */
void pw_missing_find(struct pw_missing *out, const struct pw_program *p, uint32_t t,
                     const struct pw_machine *m, const struct pw_conform_result *r);

#endif
