/* cnotes.h -- annotations in C comments: //@ unsafe ...; //@ predicate ...; //@ invariant ...;
 *
 * They are lines of the language of pwqo, with C's names: a.b and a[1] are written as in C. */
#ifndef PW_FRONT_C_CNOTES_H
#define PW_FRONT_C_CNOTES_H

#include "base/diag.h"
#include "base/source.h"
#include "base/strbuf.h"
#include "base/vec.h"
#include "prog/pos.h"

/* Where each line of annotations stands in the C text; line 0: in none of it. */
struct pw_cnotes {
    PW_VEC(struct pw_pos) at;
};

/* The annotations of the text and the further lines, one per line, into *out. Is there an unsafe or
 * invariant? An abstract thread takes several lines. */
bool pw_cnotes_read(const struct pw_source *src, const char *const *more, size_t n,
                    struct pw_strbuf *out, struct pw_cnotes *notes);

/* Messages about the text between become messages about the annotations. */
void pw_cnotes_report(const struct pw_source *src, const struct pw_diags *inner,
                      struct pw_diags *diags);

#endif
