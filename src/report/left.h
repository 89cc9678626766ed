/* left.h -- long lists of sentences: the first few, and a line that counts the rest. */
#ifndef PW_REPORT_LEFT_H
#define PW_REPORT_LEFT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/lines.h"

/* How many sentences to say, if `few` are enough for most readers. */
size_t pw_words_most(bool all, size_t few);
/* "and 7 more facts (-v shows all)"; nothing if there is none left. `what`: one of them. */
void pw_words_left(pw_lines *lines, size_t left, const char *what);

#endif
