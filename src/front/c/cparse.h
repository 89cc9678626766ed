/* cparse.h -- the parser of C0 (doc/c.md): recursive descent over the tokens of a preprocessed
 * text.
 *
 * Syntax and types of C11 with GNU noise. What the subset leaves out is refused by the translation
 * at its use, not here, except what has no tree: floating constants keep their token, bit-fields,
 * asm with text and _Generic are errors. Declarations of system headers that cannot be parsed are
 * skipped.
 *
 * The first error ends the work: it is kept in *error and control leaves by pw_guard_throw with
 * PW_STOP_DONE, so the caller runs the parser in a guard. */
#ifndef PW_FRONT_C_CPARSE_H
#define PW_FRONT_C_CPARSE_H

#include "front/c/cerror.h"
#include "front/c/ctree.h"

/* Reads the whole text. The unit is initialised here; error outlives it. */
void pw_cparse_unit(struct pw_cunit *u, const struct pw_source *src, const char *text, size_t size,
                    unsigned long_bits, struct pw_cerror *error);
void pw_cparse_clear(struct pw_cunit *u);

#endif
