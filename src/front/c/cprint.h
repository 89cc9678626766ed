/* cprint.h -- a translated program as `.dr` text, and the way back from its lines to the C text. */
#ifndef PW_FRONT_C_CPRINT_H
#define PW_FRONT_C_CPRINT_H

#include "front/c/cir.h"
#include "front/c/cnotes.h"

/* By line of the output, from 1: the step that it belongs to, or NULL. */
struct pw_cmap {
    PW_VEC(const struct pw_cstep *) steps;
    const struct pw_cnotes *notes; /* the tail, line by line; may be NULL */
    size_t first_note;             /* the line of the output with which it begins */
};

/* head: comment lines for the top, or NULL; tail: further declarations (properties, predicates), or
 * NULL. With `lines`, each line says which line of C it comes from. */
void pw_cprint(const struct pw_cunit *u, const struct pw_cir *ir, const char *head,
               const char *tail, bool lines, struct pw_strbuf *out, struct pw_cmap *map);

#endif
