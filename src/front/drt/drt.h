/* drt.h -- the text format .drt of dual-reference templates (doc/drt.md): print, and read back.
 *
 *     drt 1;
 *     predicate eq: inter-thread "l == other.l";
 *     labels crit;
 *     thread client {
 *         bit eq;
 *         location L0 entry line 3;
 *         location L1 labels crit;
 *     }
 *     unsafe count(crit) >= 2;
 *     initial client beside client {
 *         | 1 | 1;
 *     }
 *     step client L0 -> L1 line 3 "l = l - 1" beside client {
 *         | 0 | * 0 -> | 0 | 0;
 *         | 0 | * 0 -> | 1 | 1;
 *         | 1 | * 1 -> | 0 | 0;
 *     }
 *
 * A row is: shared | active | passive location and fields -> shared | active | passive. A run of
 * neighbouring bits is one word of the characters 0 1 - =, every other field one word. Printing
 * what was read from a printed text gives the same text. */
#ifndef PW_FRONT_DRT_DRT_H
#define PW_FRONT_DRT_DRT_H

#include "base/diag.h"
#include "base/source.h"
#include "base/strbuf.h"
#include "dualref/closure.h"
#include "dualref/dual.h"

/* c may be NULL; otherwise what the closure adds is shown in comments. */
void pw_drt_print(struct pw_dual *t, const struct pw_closure *c, struct pw_strbuf *out);

/* NULL iff there are errors, which are in d. The caller owns the template. */
struct pw_dual *pw_drt_parse(const struct pw_source *src, struct pw_diags *d);

#endif
