/* format.h -- the canonical layout of `.dr` text.
 *
 * Works on tokens and comments, so nothing is lost: the formatted text has the same tokens in the
 * same order and the same comments. Four spaces per level, one statement per line, labels at the
 * left margin, at most one blank line in a row, lines of at most PW_FORMAT_WIDTH columns where a
 * break is possible. A block written on one line stays on one line if it fits. */
#ifndef PW_FRONT_DR_FORMAT_H
#define PW_FRONT_DR_FORMAT_H

#include "front/dr/lexer.h"

enum { PW_FORMAT_WIDTH = 100, PW_FORMAT_EXCERPT = 72 };

/* Is there a space between two neighbouring tokens of a line? */
bool pw_format_space(const struct pw_token *a, const struct pw_token *b);

/* Tokens first..last on one line, without comments, shortened to PW_FORMAT_EXCERPT bytes. */
void pw_format_excerpt(const struct pw_lexer *x, uint32_t first, uint32_t last,
                       struct pw_strbuf *out);
/* the same, not shortened */
void pw_format_line(const struct pw_lexer *x, uint32_t first, uint32_t last, struct pw_strbuf *out);

/* The whole text in canonical layout; false (and nothing written) if it has syntax errors, which
 * are in *diags. */
bool pw_format_source(const struct pw_source *src, struct pw_diags *diags, struct pw_strbuf *out);

/* The same with another reader, which sets the marks of the tokens: it initialises *x, reports to
 * *diags and says whether there was no error. */
typedef bool pw_format_reader(const struct pw_source *src, struct pw_diags *diags,
                              struct pw_lexer *x);
bool pw_format_with(const struct pw_source *src, struct pw_diags *diags, pw_format_reader *read,
                    struct pw_strbuf *out);

#endif
