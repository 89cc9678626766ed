/* drt_scan.h -- the reader's hands: characters of a .drt text taken as words, names, strings and
 * numbers.
 *
 * Every taking function skips blanks and comments first. A failed `expect` reports one error and
 * sets `failed`; until the parser has recovered (pw_drt_scan_recover) further errors are not
 * reported, so one mistake gives one message. */
#ifndef PW_FRONT_DRT_DRT_SCAN_H
#define PW_FRONT_DRT_DRT_SCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/diag.h"
#include "base/source.h"

struct pw_drt_scan {
    const struct pw_source *src;
    struct pw_diags *diags;
    size_t at;
    bool failed;
};

struct pw_drt_word {
    size_t from, to; /* in the source */
};

bool pw_drt_scan_at_end(struct pw_drt_scan *s);
/* is it next? A word must end there */
bool pw_drt_scan_peek(struct pw_drt_scan *s, const char *text);
bool pw_drt_scan_accept(struct pw_drt_scan *s, const char *text); /* takes it if it is next */
bool pw_drt_scan_expect(struct pw_drt_scan *s, const char *text, const char *where);

/* A name (identifier or string); the caller frees with pw_mem_strfree. NULL and an error "expected
 * <what>" if there is none. */
char *pw_drt_scan_name(struct pw_drt_scan *s, const char *what, struct pw_drt_word *where);
char *pw_drt_scan_string(struct pw_drt_scan *s, const char *what);
bool pw_drt_scan_int(struct pw_drt_scan *s, const char *what, int64_t lo, int64_t hi,
                     int64_t *value);
/* A cell of a row: a run of characters other than blanks, | ; { } and quotes. Empty at | ; and the
 * like. */
struct pw_drt_word pw_drt_scan_cell(struct pw_drt_scan *s);
bool pw_drt_scan_word_is(const struct pw_drt_scan *s, struct pw_drt_word w, const char *text);

void pw_drt_scan_error(struct pw_drt_scan *s, struct pw_drt_word where, const char *hint,
                       const char *format, ...) __attribute__((format(printf, 4, 5)));
/* the word or character that comes next, for messages; is not taken */
struct pw_drt_word pw_drt_scan_next(struct pw_drt_scan *s);
/* goes behind the next ';' (or before '}' or the end) and clears failed */
void pw_drt_scan_recover(struct pw_drt_scan *s);
/* the same at top level: blocks in braces belong to the item */
void pw_drt_scan_skip_item(struct pw_drt_scan *s);
/* takes '{ ... }'; body is the offset behind '{' */
bool pw_drt_scan_block(struct pw_drt_scan *s, size_t *body);

#endif
