/* html.h -- `pwqo verify --report=FILE.html`: one self-contained page with everything that is known
 * about one file.
 *
 * Verdict in colour and what it rests on; the invariant in words, and beside the source line it
 * speaks of; the run as a sequence chart that is stepped through with the keyboard, with the whole
 * state beside it; the control flow of each thread; predicates, the abstract template, the figures.
 * Nothing is fetched; without a script everything but the stepping is there. Light and dark, and on
 * paper. */
#ifndef PW_REPORT_VERDICT_HTML_H
#define PW_REPORT_VERDICT_HTML_H

#include "base/source.h"
#include "base/strbuf.h"
#include "engine/verify.h"
#include "prog/program.h"

struct pw_page {
    const char *file, *version;
    const struct pw_source *source;
    const struct pw_verify_result *result;
    const struct pw_program *program; /* NULL: the input is none */
};

void pw_html_print(const struct pw_page *page, struct pw_strbuf *out);

#endif
