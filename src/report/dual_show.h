/* dual_show.h -- a template, or its closure, for readers: as text (guarded commands), JSON
 * (CLI.md) and DOT.
 *
 * Rows are the cubes of dualref/rows.h. With a closure the added rows are shown too: the passive
 * thread goes to the sink.
 *
 * Text, one line per cube:   fresh && !other.unique && other at L1 -> served = 0, other.unique = *
 * To the left what must hold (of the active thread; `other` is the passive one), to the right what
 * changes: `x = 1`, `x = *` (any value); a field that is not mentioned to the right keeps its
 * value. */
#ifndef PW_REPORT_DUAL_SHOW_H
#define PW_REPORT_DUAL_SHOW_H

#include "base/strbuf.h"
#include "dualref/closure.h"
#include "dualref/rows.h"

/* c may be NULL: then only the template. */
void pw_dual_show_text(struct pw_dual *t, const struct pw_closure *c, struct pw_strbuf *out);
/* one line */
void pw_dual_show_json(struct pw_dual *t, const struct pw_closure *c, struct pw_strbuf *out);
void pw_dual_show_dot(struct pw_dual *t, const struct pw_closure *c, struct pw_strbuf *out);

/* The same row as a guarded command; next of the passive thread is not shown when it is sunk. */
void pw_dual_show_row(const struct pw_dual *t, const struct pw_row *r, bool sunk,
                      struct pw_strbuf *out);

#endif
