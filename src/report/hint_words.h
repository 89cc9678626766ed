/* hint_words.h -- hints in words.
 *
 * The formulas are printed as the program's own are: names as in the source, qualified where they
 * are ambiguous. */
#ifndef PW_REPORT_HINT_WORDS_H
#define PW_REPORT_HINT_WORDS_H

#include "base/lines.h"
#include "run/hints.h"

/* What to write at the steps of the abstract run: after `step` steps `text` (freed with
 * pw_mem_strfree) says what a real run of these steps has there. */
struct pw_hint_note {
    size_t step;
    char *text;
};
typedef PW_VEC(struct pw_hint_note) pw_hint_notes;

void pw_hints_note(const struct pw_hints *h, const struct pw_program *p, pw_hint_notes *notes);

/* Adds them as sentences. */
void pw_hints_word(const struct pw_hints *h, const struct pw_program *p, pw_lines *lines);

#endif
