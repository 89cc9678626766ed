/* jread.h -- reads one JSON text (RFC 8259) into a tree. Strict: anything but white space after the
 * value is an error, so are depths beyond PW_JREAD_DEPTH, control characters in strings and bad
 * escapes. Numbers keep their text. Nodes live in the caller's arena. */
#ifndef PW_BASE_JREAD_H
#define PW_BASE_JREAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

enum { PW_JREAD_DEPTH = 64 };
enum pw_jkind {
    PW_J_NULL,
    PW_J_FALSE,
    PW_J_TRUE,
    PW_J_NUMBER,
    PW_J_STRING,
    PW_J_ARRAY,
    PW_J_OBJECT
};

struct pw_jnode {
    enum pw_jkind kind;
    const char *key; /* in an object */
    /* of a number or string (decoded to UTF-8; a U+0000 in it becomes U+FFFD) */
    const char *text;
    struct pw_jnode *first; /* children of an array or object, in order */
    struct pw_jnode *next;
    size_t n; /* how many */
};

/* NULL if the text is not one JSON value; then *why (if not NULL) says what is wrong and *where is
 * the offset. */
const struct pw_jnode *pw_jread(struct pw_arena *a, const char *text, size_t size, const char **why,
                                size_t *where);

/* Look-ups that take NULL and wrong kinds and then give the default. The last of equal keys
 * wins. */
const struct pw_jnode *pw_jread_get(const struct pw_jnode *object, const char *key);
const char *pw_jread_string(const struct pw_jnode *object, const char *key, const char *otherwise);
/* also otherwise: not an int64 */
int64_t pw_jread_int(const struct pw_jnode *object, const char *key, int64_t otherwise);
double pw_jread_double(const struct pw_jnode *object, const char *key, double otherwise);

#endif
