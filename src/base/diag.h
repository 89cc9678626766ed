/* diag.h -- messages about the user's input: file, line, column, the source line with a caret, and
 * a hint.
 *
 *   ticket.dr:4:9: error: undeclared name 'tt'
 *       4 |     l = tt;
 *         |         ^~
 *         hint: did you mean 't'?
 *
 * Messages are collected, printed in order of position, at most PW_DIAG_MOST errors; a parser that
 * recovers must not report consequences of an error already reported. Long lines are shown as a
 * window around the caret; control characters as '?'. */
#ifndef PW_BASE_DIAG_H
#define PW_BASE_DIAG_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/source.h"
#include "base/strbuf.h"

enum { PW_DIAG_MOST = 20 };
enum pw_severity { PW_ERROR, PW_WARNING, PW_NOTE };

struct pw_diags {
    struct pw_diag *at;
    size_t n, cap;
    unsigned errors; /* reported, also beyond the ones kept */
};

/* Adds a message about source[from, to). Copies what it needs except the source, which must outlive
 * the collection. src may be NULL: then the message has no position. hint may be NULL. */
void pw_diag_add(struct pw_diags *d, enum pw_severity severity, const struct pw_source *src,
                 size_t from, size_t to, const char *hint, const char *format, ...)
    __attribute__((format(printf, 7, 8)));
bool pw_diag_full(const struct pw_diags *d); /* enough errors: stop looking */
void pw_diag_print(const struct pw_diags *d, struct pw_strbuf *out);
void pw_diags_clear(struct pw_diags *d);

/* One of the messages, 0 <= i < d->n, in the order they were added. The texts live as long as the
 * collection; hint may be NULL. */
struct pw_diag_view {
    enum pw_severity severity;
    size_t from, to;
    const char *message, *hint;
};
struct pw_diag_view pw_diag_get(const struct pw_diags *d, size_t i);
/* all messages of *from behind those of *to; *from is empty then */
void pw_diags_move(struct pw_diags *from, struct pw_diags *to);

/* The candidate nearest to `word` by edits (insert, delete, change, swap neighbours), if near
 * enough to be meant; NULL otherwise. */
const char *pw_diag_nearest(const char *word, const char *const *candidates, size_t n);

#endif
