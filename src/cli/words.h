/* words.h -- what the words of the output mean: the table words.def, for `pwqo explain`, the manual
 * page and editors. */
#ifndef PW_CLI_WORDS_H
#define PW_CLI_WORDS_H

#include <stddef.h>

#include "base/strbuf.h"

struct pw_word {
    const char *name, *line, *text, *advice,
        *near; /* advice: what to do, or ""; near: names with ", " between */
};

/* The word of that name, in any case and with '-', '_' or blank between its parts; NULL if there is
 * none. */
const struct pw_word *pw_words_find(const char *name);
/* The name nearest to a misspelt one, or NULL. */
const char *pw_words_meant(const char *name);

void pw_words_print(const struct pw_word *w, struct pw_strbuf *out);
void pw_words_list(struct pw_strbuf *out); /* one line each */
void pw_words_man(struct pw_strbuf *out);  /* a section of the manual page */

/* The words that are one word for a shell, with blanks between them. */
void pw_words_names(struct pw_strbuf *out);

#endif
