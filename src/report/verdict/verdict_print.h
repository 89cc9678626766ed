/* verdict_print.h -- what `pwqo verify` says of one file: for a person, and as the JSON object of
 * CLI.md. */
#ifndef PW_REPORT_VERDICT_VERDICT_PRINT_H
#define PW_REPORT_VERDICT_VERDICT_PRINT_H

#include "base/strbuf.h"
#include "engine/verify.h"

/* Depth of the text. */
enum pw_detail { PW_DETAIL_LINE, PW_DETAIL_NORMAL, PW_DETAIL_MORE };

/* certificate: the file it was written to, or NULL. */
void pw_verdict_print_text(const char *file, const struct pw_verify_result *r,
                           enum pw_detail detail, const char *certificate, struct pw_strbuf *out);
void pw_verdict_print_json(const char *file, const char *version, const struct pw_verify_result *r,
                           struct pw_strbuf *out);

/* The object of a file that got no verdict: "verdict" is null, "reason" says why ("unreadable",
 * "bad-input"). */
void pw_verdict_print_json_none(const char *file, const char *version, const char *reason,
                                struct pw_strbuf *out);

/* "SAFE for every number of threads", "SAFE for these numbers of threads", "UNSAFE with 2 threads",
 * "UNSAFE with exactly 2 threads" (no word about more), "UNKNOWN: the time limit was reached" */
void pw_verdict_print_line(const struct pw_verify_result *r, struct pw_strbuf *out);

#endif
