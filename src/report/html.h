/* html.h -- `pwqo verify --report=FILE.html`: one self-contained page with everything that is known
 * about one file.
 *
 * No script, no network, no colour needed: verdict, what it rests on, the source with line numbers,
 * predicates, invariant in words or the trace as a diagram and as a table, the abstract template,
 * the figures. */
#ifndef PW_REPORT_HTML_H
#define PW_REPORT_HTML_H

#include "base/source.h"
#include "base/strbuf.h"
#include "engine/verify.h"

void pw_html_print(const char *file, const struct pw_source *src, const char *version,
                   const struct pw_verify_result *r, struct pw_strbuf *out);

#endif
