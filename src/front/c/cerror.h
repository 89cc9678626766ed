/* cerror.h -- the one error of a C file, kept in plain memory of the caller, and where tokens are
 * in the user's text.
 *
 * Tokens know their line; the preprocessor may have moved their column. The place in the user's
 * text is found by looking for the token's letters in that line. */
#ifndef PW_FRONT_C_CERROR_H
#define PW_FRONT_C_CERROR_H

#include "front/c/ctree.h"

struct pw_cerror {
    bool set;
    bool here; /* in the file itself: from, to are bytes of its text */
    size_t from, to;
    char text[600], hint[400];
};

/* Bytes of the user's text for the tokens first..last; false if they come from another file. */
bool pw_cerror_place(const struct pw_cunit *u, uint32_t first, uint32_t last, size_t *from,
                     size_t *to);

/* Keeps the message (hint may be NULL) and leaves to the innermost guard. */
_Noreturn void pw_cerror_throw(const struct pw_cunit *u, struct pw_cerror *error, uint32_t token,
                               const char *hint, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

#endif
