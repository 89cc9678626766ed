/* position.h -- positions as editors count them: lines from 0, and within a line UTF-16 units from
 * 0. */
#ifndef PW_LSP_POSITION_H
#define PW_LSP_POSITION_H

#include <stddef.h>
#include <stdint.h>

#include "base/json.h"

struct pw_position {
    int64_t line, character;
};

/* The starts of the lines of a text. */
struct pw_lines_at {
    size_t *at;
    size_t n, cap;
};

void pw_position_lines(struct pw_lines_at *l, const char *text,
                       size_t size); /* replaces what was there */

/* Positions beyond the end of a line or of the text stand for these ends, negative ones for the
 * start. */
size_t pw_position_offset(const struct pw_lines_at *l, const char *text, size_t size,
                          struct pw_position p);

/* {"start":...,"end":...} of text[from, to). */
void pw_position_range(struct pw_json *j, const struct pw_lines_at *l, const char *text,
                       size_t size, size_t from, size_t to);

#endif
