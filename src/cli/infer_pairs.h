/* infer_pairs.h -- candidates for pwqo modular --infer from the pair engine.
 *
 * The program with its procedures expanded (modular/plain.h) is given to the pair engine
 * (pairs/pairs.h), for a bounded amount of work. Of what it finds, all that is about shared
 * variables becomes a candidate, as text:
 *   a counting invariant in which no thread counts: 2 * x - y == 3
 *   facts of all pairs of views: x <= 4
 *   facts of all pairs of views with a value of a shared truth value: b => x <= y
 * They are candidates only: pw_infer_run decides (infer.h). A program that the plain language
 * cannot say, or that takes too long, gives none. */
#ifndef PW_CLI_INFER_PAIRS_H
#define PW_CLI_INFER_PAIRS_H

#include "base/source.h"
#include "cli/defines.h"

typedef PW_VEC(char *) pw_infer_texts;

void pw_infer_pairs(const struct pw_source *src, const pw_defines *defines, pw_infer_texts *out);
void pw_infer_texts_clear(pw_infer_texts *v);

#endif
